# Orca loads this file when it starts. It replaces the speech server by a log of each utterance and its time.
import os
import time

from orca import speech

log = open(os.environ["SPEECH_LOG"], "a", buffering=1)


def write(kind, text=""):
    log.write("%s\t%d\t%s\n" % (kind, time.time() * 1000, " ".join(text.split())))


class FileServer:
    @classmethod
    def getFactoryName(cls):
        return "file"

    def getInfo(self):
        return ["file", "file"]

    def speak(self, text=None, acss=None, interrupt=True):
        write("say", text or "")

    def sayAll(self, utterances, callback):
        for context, _ in utterances:
            write("say", context.utterance)

    def stop(self):
        pass

    def __getattr__(self, name):
        return lambda *args, **kwargs: None


def start():
    speech._speechserver = speech._speechserver or FileServer()


speech.init = start
speech.shutdown = lambda: None
speech.init()
write("ready")
