package act

import (
	"context"
	"errors"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Audience is whose cards may have changed: those of some customers, or everyone's.
type Audience struct {
	Customers map[string]bool
	Everyone  bool
}

// AudienceOf returns whom events concern: the customers they name, and the families
// that share a card with them, or did.
func AudienceOf(ctx context.Context, st *store.Store, businessID string, events []loyalty.Event) (Audience, error) {
	who, families := Audience{Customers: map[string]bool{}}, map[string]bool{}
	var concerns []loyalty.Concern
	for _, event := range events {
		concern := event.Concerns()
		concerns = append(concerns, concern)
		who.Everyone = who.Everyone || concern.Everyone
		for _, id := range concern.Customers {
			who.Customers[id] = true
		}
		if concern.Family != "" {
			families[concern.Family] = true
		}
	}
	if who.Everyone || len(who.Customers)+len(families) == 0 {
		return who, nil
	}
	err := st.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		here := tx.In(businessID)
		if err := addFamiliesOfCards(here, concerns, families); err != nil {
			return err
		}
		return addFamilies(here, who.Customers, families)
	})
	return who, err
}

// addFamiliesOfCards adds the families on whose cards something was taken back.
func addFamiliesOfCards(tx *store.Tx, concerns []loyalty.Concern, families map[string]bool) error {
	for _, concern := range concerns {
		family, err := "", error(nil)
		switch {
		case concern.Visit != "":
			family, err = tx.Cards().FamilyOfVisit(concern.Visit)
		case concern.Reward != "":
			family, err = tx.Cards().FamilyOfReward(concern.Reward)
		}
		if err != nil {
			return err
		}
		if family != "" {
			families[family] = true
		}
	}
	return nil
}

// addFamilies adds the members of families, and of those in which one of the
// customers is.
func addFamilies(tx *store.Tx, customers, families map[string]bool) error {
	for id := range customers {
		customer, err := tx.Customers().Get(id)
		if err != nil && !errors.Is(err, loyalty.ErrCustomerNotFound) {
			return err
		}
		if customer.Family != nil {
			families[customer.Family.FamilyID] = true
		}
	}
	for id := range families {
		members, err := tx.Families().Members(id)
		if err != nil {
			return err
		}
		for _, member := range members {
			customers[member.ID] = true
		}
	}
	return nil
}
