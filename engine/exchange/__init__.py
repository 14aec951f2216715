"""What is simulated, in files: bakes that are played again, and other programs' formats."""
