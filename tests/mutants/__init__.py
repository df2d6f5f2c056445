"""Small changes of the code, one at a time: do the tests notice each of them?"""
