"""The text of the official servers (XStream's pretty printer): each element on a line of its own, two blanks for
each level, a message begins with a newline and nothing follows its last '>'."""
import functools
import re
import xml.etree.ElementTree as ET
import xml.parsers.expat as expat

ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;", "\n": "&#xa;", "\r": "&#xd;",
            "\t": "&#x9;"}
ROOT = "<protocol>"


def escape(text):
    return re.sub("[&<>\"'\n\r\t]", lambda match: ENTITIES[match[0]], text)


def is_empty_text(element):
    """An element that holds a text and nothing else is never written as <hint/>."""
    return element.tag == "hint" and not element.attrib


def print_element(element, depth=1):
    """The text of a message: what a server writes for this element."""
    begin = "\n" + "  " * depth
    tag = "<%s%s" % (element.tag, "".join(' %s="%s"' % (name, escape(value)) for name, value in element.items()))
    if len(element):
        children = "".join(print_element(child, depth + 1) for child in element)
        return "%s%s>%s%s</%s>" % (begin, tag, children, begin, element.tag)
    if element.text or is_empty_text(element):
        return "%s%s>%s</%s>" % (begin, tag, escape(element.text or ""), element.tag)
    return begin + tag + "/>"


class Splitter:
    """Bytes of an endless document in, the children of its root out.  Their texts are everything since the last one,
    so that blanks and line ends are seen; the first one begins with the root's own tag."""

    def __init__(self):
        self.parser, self.depth, self.is_ended = expat.ParserCreate(), 0, False
        self.text, self.begins, self.found = b"", 0, []  # `text` begins at byte `begins` of the document
        self.parser.StartElementHandler, self.parser.EndElementHandler = self.on_start, self.on_end

    def on_start(self, name, attributes):
        self.depth += 1

    def on_end(self, name):
        self.depth -= 1
        self.is_ended = self.depth == 0
        if self.depth != 1:
            return
        end, tag = self.parser.CurrentByteIndex - self.begins, b"</%s>" % name.encode()
        end += len(tag) if self.text.startswith(tag, end) else 0  # of <name/> the parser tells the end
        self.found.append(Message(self.text[:end].decode("utf-8", "surrogateescape")))
        self.text, self.begins = self.text[end:], self.begins + end

    def feed(self, data):
        """[Message] that are complete now; `rest` has what follows them."""
        self.text += data
        self.parser.Parse(data, False)
        found, self.found = self.found, []
        return found

    @property
    def rest(self):
        return self.text.decode("utf-8", "surrogateescape")


class Message:
    """What a server has sent: its text, and the element in it."""

    def __init__(self, text):
        self.text = text

    @functools.cached_property
    def element(self):
        return ET.fromstring(self.text.removeprefix(ROOT))


def without_blanks(text):
    """A text without what stands between tags."""
    return re.sub(r">\s+<", "><", text.strip())
