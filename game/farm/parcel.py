"""The files of a scene, sent to all workers once: they need not see the disk of whoever asks."""

from distributed import WorkerPlugin

from game.farm import work


class Parcel(WorkerPlugin):
    """Files that a worker keeps in a folder of its own, as long as it lives or until they are taken back."""

    def __init__(self, folder_name, files):
        self.name, self._folder, self._files = self.name_of(folder_name), folder_name, files

    @staticmethod
    def name_of(folder_name):
        """What the plugin of a parcel is called."""
        return f"springvand-{folder_name}"

    def setup(self, worker):
        """Unpack, in the worker's process."""
        work.receive(self._folder, self._files)

    def teardown(self, worker):
        """Clear away."""
        work.forget(self._folder)
