"""The standard modules that a bot in WebAssembly can import: there are no files to find others in later.

Those that need processes, sockets or a screen are left out; what a platform lacks is passed over.
"""

import importlib

MODULES = """
abc argparse array ast base64 bisect calendar cmath codecs collections collections.abc colorsys contextlib
contextvars copy copyreg csv dataclasses datetime decimal difflib dis enum errno fractions functools gc getopt glob
graphlib hashlib heapq hmac inspect io itertools json keyword linecache locale logging math numbers operator os os.path
pathlib pickle platform pprint queue random re reprlib sched secrets shutil signal stat statistics string struct
sys tempfile textwrap threading time timeit token tokenize traceback types typing unicodedata unittest uuid
warnings weakref zlib __future__ _strptime
croupier.any_game croupier.hearts croupier.jujitsu croupier.last_card croupier.no_thanks croupier.score_four
NoThanks NoThanksBeginners NoThanksGame NoThanksPlayer NoThanksState Take5 Take5Beginners Take5Player
""".split()


def import_all():
    """Imports them, while there are still files."""
    for name in MODULES:
        try:
            importlib.import_module(name)
        except ImportError:
            pass
