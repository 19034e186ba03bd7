-- | Remembers every card of the deal that has been played, and leads what others can still beat.
--
-- The memory is the list of those cards, as 'show' writes it.
module Counter (playCard, makeBid) where

import Cards
import Data.List (sortOn, (\\))
import Hearts.Rules
import Hearts.Types

playCard :: PlayFunc
playCard me hand trick before = (choose played hand trick (legal me hand trick played), show played)
  where played = remembered before

-- | All cards of the finished tricks of this deal.
remembered :: Maybe ([(Card, PlayerId)], String) -> [Card]
remembered Nothing = []
remembered (Just (lastTrick, memory)) = map fst lastTrick ++ older
  where older = case reads memory of
          [(cards, "")] -> cards
          _ -> []

-- | What may be played, by the rules as the table has them.
legal :: PlayerId -> [Card] -> [(Card, PlayerId)] -> [Card] -> [Card]
legal me hand trick played = filter fits hand
  where
    fits card = either (const False) (const True) (validPlay card me hand (map fst trick) earlier)
    earlier = [played | not (null played)]

choose :: [Card] -> [Card] -> [(Card, PlayerId)] -> [Card] -> Card
choose played hand trick cards = case sortOn cost cards of
  best : _ -> best
  [] -> error "no card is allowed"
  where
    cost = if null trick then leading else following (map fst trick)
    -- A lead is good when many cards of its suit that others hold are higher.
    leading card = negate (length (filter (beats card) others))
    others = everything \\ (played ++ hand)
    following cardsOnTable card
      | card `beats'` cardsOnTable = 100 + fromEnum (rankOf card)
      | otherwise = negate (20 * cardPoints card + fromEnum (rankOf card))
    beats' card onTable = not (any (beats card) (filter (sameSuit (last onTable)) onTable))
      && sameSuit card (last onTable)

-- | Whether the second card is a higher one of the first one's suit.
beats :: Card -> Card -> Bool
beats card other = sameSuit card other && rankOf other > rankOf card

sameSuit :: Card -> Card -> Bool
sameSuit (Card one _) (Card two _) = one == two

rankOf :: Card -> Rank
rankOf (Card _ rank) = rank

everything :: [Card]
everything = Card <$> [minBound .. maxBound] <*> [minBound .. maxBound]

makeBid :: BidFunc
makeBid = ()
