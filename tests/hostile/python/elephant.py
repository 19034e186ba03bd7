# Tries:   to know a deal that it has met before: it keeps every deal in a global of its module, in its class,
#          in `/tmp`, in its folder and beside its file, and looks there.
# Stopped: each playing of a deal has processes of its own (crates/arena/src/crew/crews.rs);
#          crates/cli/tests/tournaments/meets_twice.rs plays designs that deal the same cards again.
# Told:    nothing; its log says "met", and never that it met a deal again.
from NoThanksPlayer import Player

SEEN = set()

def kept(path, deal):
    try:
        with open(path, 'a+') as file:
            file.seek(0)
            known = deal in file.read().split()
            file.write(deal + '\n')
            return known
    except OSError:
        return False

class Elephant(Player):
    SEEN_IN_THE_CLASS = set()
    def take(self, card, state):
        return card.number < 3 * (card.coins + 3)
    def endGame(self, state):
        deal = '-'.join(sorted(str(c.number) for player in state.players for c in player.collection))
        print('met')
        if deal in SEEN: print('again in the module')
        if deal in self.SEEN_IN_THE_CLASS: print('again in the class')
        if kept('/tmp/seen', deal): print('again in /tmp')
        if kept('seen', deal): print('again in its folder')
        if kept(__file__ + '.seen', deal): print('again beside its file')
        SEEN.add(deal)
        self.SEEN_IN_THE_CLASS.add(deal)
