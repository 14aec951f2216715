"""A backend without a screen."""

from slimgui import imgui


class Headless:
    """Draws nothing: a panel without a screen, for its layout alone."""

    def __init__(self):
        imgui.get_io().backend_flags |= imgui.BackendFlags.RENDERER_HAS_TEXTURES | imgui.BackendFlags.RENDERER_HAS_VTX_OFFSET

    def draw(self, data, framebuffer, size):
        """Take note of the textures, as if they were there."""
        for texture in data.textures or ():
            if texture.status in (imgui.TextureStatus.WANT_CREATE, imgui.TextureStatus.WANT_UPDATES):
                texture.set_tex_id(1)
                texture.set_status(imgui.TextureStatus.OK)

    def close(self):
        """Tell imgui that they are gone."""
        for texture in imgui.get_platform_io().textures:
            texture.set_tex_id(0)
            texture.set_status(imgui.TextureStatus.DESTROYED)
