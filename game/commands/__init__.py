"""One file a command: `add(commands)` describes it to argparse, `main(arguments)` does it and returns an exit status."""
