package service

import (
	"slices"
	"time"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// isCounted reports whether the card has the row's stamps already, because the row is from a list of this business. In
// such a list the customer came on the row's last day, and left with the row's stamps. A list of another program has
// other stamps, which are added.
func isCounted(tx *store.Tx, business loyalty.Business, customer loyalty.Customer, row importing.Row) (bool, error) {
	if row.Stamps == 0 {
		return false, nil
	}
	wallet, err := usecase.CardsOf(tx, customer)
	if err != nil {
		return false, err
	}
	card, target := wallet.Stamped, wallet.Terms(business, customer).Target
	if row.LastVisit == "" {
		return customer.VisitsCount == 0 && card.Stamps%target == row.Stamps, nil
	}
	visits, err := tx.Visits().StampsOn(customer.ID, row.LastVisit)
	switch {
	case err != nil || len(visits) == 0:
		return false, err
	case card.Kind() == loyalty.FamilyCard: // other members have moved it on
		return row.Stamps <= card.Stamps, nil
	case leavesStamps(visits, target, row.Stamps):
		return true, nil
	}
	return isCorrectedTo(tx, card, target, row.Stamps, business.StartOf(row.LastVisit))
}

// leavesStamps reports whether a visit left as many stamps, under its own target or today's.
func leavesStamps(visits []loyalty.Visit, target, stamps int64) bool {
	return slices.ContainsFunc(visits, func(v loyalty.Visit) bool {
		return v.StampNumber%v.Terms.Target == stamps || v.StampNumber%target == stamps
	})
}

// isCorrectedTo reports whether a correction since an instant left as many stamps on a customer's own card.
func isCorrectedTo(tx *store.Tx, card loyalty.Card, target, stamps int64, since time.Time) (bool, error) {
	adjustments, err := tx.Cards().ListAdjustments(card.CustomerID, listedAdjustments)
	return slices.ContainsFunc(adjustments, func(a ListedAdjustment) bool {
		isOfCard := a.CardID == card.ID && a.Kind == loyalty.AdjustmentCorrection
		return isOfCard && !a.CreatedAt.Before(since) && a.StampsAfter%target == stamps
	}), err
}
