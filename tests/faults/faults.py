#!/usr/bin/env python3
"""Calls of the program fail, one at a time: nothing crashes, nothing hangs, nothing fails in silence, nothing that was
acknowledged is lost.  A small sample, the same every time; tools/faults.py runs all of it.
usage: faults.py BUILD"""
import os
import random
import shutil
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import plan
import scenes
import serving
from injection import KINDS

BUILD = os.path.abspath(sys.argv.pop(1))
SEED = 16
RUNS = 7  # of each scene


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="kielwasser-faults-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)

    def sample(self, kind):
        """Some faults of each scene, of as many kinds as possible."""
        scene = kind(BUILD, self.folder)
        self.addCleanup(scene.close)
        chance = random.Random(SEED)
        counts = scene.count()
        kinds = [name for name in scene.kinds if counts[name]]
        hit = 0
        for name in chance.sample(kinds, min(RUNS, len(kinds))):
            fault = chance.choice([one for one in plan.faults([name], counts, 40, scene.variants)
                                   if one.count > 0 or not scene.is_patient])
            with self.subTest(str(fault)):
                hit += scene.run(fault) > 0
        self.assertGreater(hit, 0, "no call has failed")

    def test_kinds_are_those_of_the_library(self):
        self.assertEqual(set(plan.VARIANTS), set(KINDS))

    def test_store_init(self):
        self.sample(scenes.Init)

    def test_store_import(self):
        self.sample(scenes.Import)

    def test_store_export(self):
        self.sample(scenes.Export)

    def test_store_migrate(self):
        self.sample(scenes.Migrate)

    def test_match(self):
        self.sample(scenes.Match)

    def test_bots(self):
        self.sample(scenes.Bots)

    def test_worker(self):
        self.sample(scenes.Worker)

    def test_server(self):
        self.sample(serving.Serve)

    def test_server_start(self):
        self.sample(serving.ServeStart)


if __name__ == "__main__":
    unittest.main()
