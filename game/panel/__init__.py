"""The panel: every value of the scene as a widget, made from the declarations; curves over time; what takes how long.

rows.py      what an entity may say, as rows (no imgui)        widgets.py   a widget for each kind of value
values.py    numbers, colours, reaches, new blocks (no imgui)  lists.py     widgets of lists, and of curves
tree.py      entities as branches, search (no imgui)           sections.py  the parts of the panel, from top to bottom
desk.py      what is selected, what a change does (no imgui)   plots.py     curves over time and bars
record.py    samples over time (no imgui)                      panel.py     one picture of the panel
theme.py     colours, letters, spacing                         input.py     the window's events
fields.py    a row with name, dot and tooltip                   backend.py   imgui's triangles in OpenGL; headless.py: nowhere
switches.py  what is seen, as words to press                    parts.py    components that come and go (no imgui)
components.py  the menu of those that can be added             begin.py    what each begins with (no imgui)

Nothing of it is imported before the panel is opened for the first time (game/dock.py).
"""
