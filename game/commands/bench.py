def add(commands, name):
    return commands.add_parser(name)


main = None
