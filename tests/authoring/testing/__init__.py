"""Tests of the kit with which games are tested."""
