"""The gallery: all scenes as cards to choose from. Ctrl+O opens it over the picture; `springvand gallery` begins with it.

shelf.py     which scenes there are: read in a thread, those with errors too
search.py    which of them are meant by what is typed
layout.py    where the cards lie, in a window of any size
gallery.py   what is typed, chosen, under the pointer and how far it is scrolled, without a window
cards.py     one card as pixels
paint.py     all of them as one picture
door.py      between gallery and window
"""
