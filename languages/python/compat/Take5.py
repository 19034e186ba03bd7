"""The competition under the other name of the assignment."""

from NoThanks import DEFAULTAIS, DEFAULTLENGTH, command, main

if __name__ == "__main__":
    main()
