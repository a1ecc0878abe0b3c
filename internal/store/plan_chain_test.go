package store_test

import (
	"math"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

func (c *caller) chains() []special {
	return []special{
		{"Chain.Next", func(tx *store.Tx, _ *store.PlatformTx) error { return c.seal(tx) }},
		{"Chain.RemoveEventSeals", func(tx *store.Tx, _ *store.PlatformTx) error {
			_, err := store.ChainIn(tx).RemoveEventSeals(c.now, 10)
			return err
		}},
		{"Store.CheckChain", func(tx *store.Tx, _ *store.PlatformTx) error {
			if err := c.seal(tx); err != nil {
				return err
			}
			return store.CheckChainIn(tx, store.ChainCheck{
				Now: c.now, Against: []store.ChainHead{{BusinessID: c.business, Number: 1}}, Report: func(string, string) error { return nil },
			})
		}},
	}
}

func (c *caller) seal(tx *store.Tx) error {
	for _, kind := range []loyalty.EventKind{loyalty.EventReactivated, loyalty.EventCardAdjusted, loyalty.EventCustomerMerged} {
		err := tx.Events().Append(loyalty.Event{
			Kind: kind, CustomerID: c.customers[0], CardID: c.cards[0], VisitID: c.visits[0], RewardID: c.reward, At: c.now,
		})
		if err != nil {
			return err
		}
	}
	if _, err := store.ChainIn(tx).IsRestoring(); err != nil {
		return err
	}
	for _, upTo := range []int64{0, math.MaxInt64 - 1} {
		for {
			block, isFound, err := store.ChainIn(tx).Next(upTo, c.now)
			if err != nil {
				return err
			}
			if !isFound {
				break
			}
			if _, err := store.ChainIn(tx).Append(block); err != nil {
				return err
			}
		}
	}
	return nil
}
