"""What the extra cli gives: an example, and the page without a server from the installed files."""

import subprocess
import sys
from tempfile import TemporaryDirectory

with TemporaryDirectory() as folder:
    for words in (("example", "street"), ("page", folder)):
        subprocess.run([sys.executable, "-I", "-m", "twowaystreet", *words], check=True)
