package store_test

import (
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

func TestInsert_UnknownKind_IsRefused(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop := town.Shop(t)
	ana := shop.Customer("Ana")
	card := shop.Progress(ana).Card.ID
	for name, write := range map[string]func(*store.Tx) error{
		"a message": func(tx *store.Tx) error {
			return tx.Messages().Insert(loyalty.Message{ID: "m", CustomerID: ana.ID, Phone: ana.Phone, Kind: "otp", CreatedAt: town.Clock.Now()})
		},
		"a reward": func(tx *store.Tx) error {
			_, err := tx.Rewards().Insert(loyalty.Reward{ID: "r", CardID: card, CustomerID: ana.ID, Kind: "GRATIS", CreatedAt: town.Clock.Now()})
			return err
		},
	} {
		if err := town.Store.InBusiness(t.Context(), shop.Business.ID, write); err == nil {
			t.Errorf("%s of an unknown kind was written", name)
		}
	}
	town.MustHoldInvariants(t)
}
