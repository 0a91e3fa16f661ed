"""How long tests wait.  Nothing is asserted about time, so patience is long: on a busy machine, with sanitizers,
everything takes many times as long as it should.  This is the one place for it in Python; for the
browser tests it is harness.mjs."""
import time

PATIENCE_S = 90  # for anything that has to come: an answer, a process that ends, a game that is over
RUN_S = 600  # for a command that has work to do


def until(look, what="what was waited for", every_s=0.02):
    """Waits until `look` answers something true, and answers that."""
    end = time.monotonic() + PATIENCE_S
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"never came: {what() if callable(what) else what}")
        time.sleep(every_s)
