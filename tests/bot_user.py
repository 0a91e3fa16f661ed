"""The user of the bots of tests.  Root starts no program as root: where the tests are run by root, bots run as another
user, who must be able to reach their files.  This is the one place for it in Python; for the browser tests it is
harness.mjs."""
import atexit
import os
import pathlib
import shutil
import stat
import tempfile

NAME = "nobody"
IS_ROOT = os.geteuid() == 0

if IS_ROOT:
    os.environ["KIELWASSER_BOT_USER"] = NAME


def share(folder):
    """Others may read this folder, as that user must."""
    if IS_ROOT:
        os.chmod(folder, 0o755)
    return folder


def let_write(folder):
    """Bots may write beside themselves, where there is no cell."""
    if IS_ROOT:
        os.chmod(folder, 0o777)


def make_folder(prefix="kielwasser-"):
    return share(tempfile.mkdtemp(prefix=prefix))


class TemporaryFolder(tempfile.TemporaryDirectory):
    def __init__(self, prefix="kielwasser-"):
        super().__init__(prefix=prefix)
        share(self.name)


def is_reachable(path):
    """Whether everybody may read this file and pass through all folders above it."""
    place = pathlib.Path(path).resolve()
    return bool(place.stat().st_mode & stat.S_IROTH) and all(one.stat().st_mode & stat.S_IXOTH for one in place.parents)


def reachable(program):
    """The program, or a copy of it where everybody can reach it: the project may lie in a private folder."""
    program = os.path.abspath(program)
    if not IS_ROOT or is_reachable(program):
        return program
    folder = make_folder("kielwasser-program-")
    atexit.register(shutil.rmtree, folder)
    return shutil.copy(program, folder)
