{-# LANGUAGE PatternSynonyms #-}
{-# LANGUAGE Safe #-}
-- | Every card under the name that 'show' gives it, so that a call that a check prints can be pasted into
-- @ghci@:
-- @playCard "1" [HA,SQ] [(C2,"4")] Nothing@.
module CardNames
  ( pattern S2, pattern S3, pattern S4, pattern S5, pattern S6, pattern S7, pattern S8
  , pattern S9, pattern S10, pattern SJ, pattern SQ, pattern SK, pattern SA
  , pattern C2, pattern C3, pattern C4, pattern C5, pattern C6, pattern C7, pattern C8
  , pattern C9, pattern C10, pattern CJ, pattern CQ, pattern CK, pattern CA
  , pattern D2, pattern D3, pattern D4, pattern D5, pattern D6, pattern D7, pattern D8
  , pattern D9, pattern D10, pattern DJ, pattern DQ, pattern DK, pattern DA
  , pattern H2, pattern H3, pattern H4, pattern H5, pattern H6, pattern H7, pattern H8
  , pattern H9, pattern H10, pattern HJ, pattern HQ, pattern HK, pattern HA
  ) where

import Cards (Card(..), Rank(..), Suit(..))

pattern S2, S3, S4, S5, S6, S7, S8, S9, S10, SJ, SQ, SK, SA :: Card
pattern S2 = Card Spade Two
pattern S3 = Card Spade Three
pattern S4 = Card Spade Four
pattern S5 = Card Spade Five
pattern S6 = Card Spade Six
pattern S7 = Card Spade Seven
pattern S8 = Card Spade Eight
pattern S9 = Card Spade Nine
pattern S10 = Card Spade Ten
pattern SJ = Card Spade Jack
pattern SQ = Card Spade Queen
pattern SK = Card Spade King
pattern SA = Card Spade Ace

pattern C2, C3, C4, C5, C6, C7, C8, C9, C10, CJ, CQ, CK, CA :: Card
pattern C2 = Card Club Two
pattern C3 = Card Club Three
pattern C4 = Card Club Four
pattern C5 = Card Club Five
pattern C6 = Card Club Six
pattern C7 = Card Club Seven
pattern C8 = Card Club Eight
pattern C9 = Card Club Nine
pattern C10 = Card Club Ten
pattern CJ = Card Club Jack
pattern CQ = Card Club Queen
pattern CK = Card Club King
pattern CA = Card Club Ace

pattern D2, D3, D4, D5, D6, D7, D8, D9, D10, DJ, DQ, DK, DA :: Card
pattern D2 = Card Diamond Two
pattern D3 = Card Diamond Three
pattern D4 = Card Diamond Four
pattern D5 = Card Diamond Five
pattern D6 = Card Diamond Six
pattern D7 = Card Diamond Seven
pattern D8 = Card Diamond Eight
pattern D9 = Card Diamond Nine
pattern D10 = Card Diamond Ten
pattern DJ = Card Diamond Jack
pattern DQ = Card Diamond Queen
pattern DK = Card Diamond King
pattern DA = Card Diamond Ace

pattern H2, H3, H4, H5, H6, H7, H8, H9, H10, HJ, HQ, HK, HA :: Card
pattern H2 = Card Heart Two
pattern H3 = Card Heart Three
pattern H4 = Card Heart Four
pattern H5 = Card Heart Five
pattern H6 = Card Heart Six
pattern H7 = Card Heart Seven
pattern H8 = Card Heart Eight
pattern H9 = Card Heart Nine
pattern H10 = Card Heart Ten
pattern HJ = Card Heart Jack
pattern HQ = Card Heart Queen
pattern HK = Card Heart King
pattern HA = Card Heart Ace
