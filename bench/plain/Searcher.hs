-- | Looks at every way in which the trick may go on, for each card that it may play: a player that computes.
--
-- The memory is the list of the cards that are gone, as 'show' writes it.
module Searcher (playCard, makeBid) where

import Cards
import Data.List (minimumBy, (\\))
import Data.Ord (comparing)
import Hearts.Rules
import Hearts.Types

playCard :: PlayFunc
playCard me hand trick before = (minimumBy (comparing cost) allowed, show gone)
  where
    gone = remembered before
    earlier = [gone | not (null gone)]
    allowed = [card | card <- hand, Right _ <- [validPlay card me hand (map fst trick) earlier]]
    cost card = expected (everything \\ (gone ++ hand ++ map fst trick)) (map fst trick) card

-- | All cards of the finished tricks of this deal.
remembered :: Maybe ([(Card, PlayerId)], String) -> [Card]
remembered Nothing = []
remembered (Just (lastTrick, memory)) = map fst lastTrick ++ case reads memory of
  [(cards, "")] -> cards
  _ -> []

-- | What a card costs in the mean over what the next two may play, and how high it is.
expected :: [Card] -> [Card] -> Card -> (Double, Rank)
expected out trick card@(Card _ rank) = (mean (map taken (ways (3 - length trick))), rank)
  where
    led = case reverse trick of
      first' : _ -> suitOf first'
      [] -> suitOf card
    follows = case filter ((== led) . suitOf) out of
      [] -> out
      suited -> suited
    ways left
      | left <= 0 = [[]]
      | left == 1 = map pure follows
      | otherwise = [[one, other] | one <- follows, other <- follows, one /= other]
    taken more = if wins then sum (map cardPoints (card : trick ++ more)) else negate (cardPoints card)
      where wins = suitOf card == led && all (\other -> suitOf other /= led || other < card) (trick ++ more)

mean :: [Int] -> Double
mean [] = 0
mean numbers = fromIntegral (sum numbers) / fromIntegral (length numbers)

suitOf :: Card -> Suit
suitOf (Card suit _) = suit

everything :: [Card]
everything = Card <$> [minBound .. maxBound] <*> [minBound .. maxBound]

makeBid :: BidFunc
makeBid = ()
