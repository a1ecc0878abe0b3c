package service

import (
	"slices"
	"time"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// isCounted reports whether a row is from a list of this business, with stamps that the card already has. Such lists
// have own cards' stamps. Those of other programs are added.
func isCounted(tx *store.Tx, business loyalty.Business, customer loyalty.Customer, row importing.Row) (bool, error) {
	if row.Stamps == 0 {
		return false, nil
	}
	wallet, err := usecase.CardsOf(tx, customer)
	if err != nil {
		return false, err
	}
	own, target := wallet.Cards[0], business.IndividualTerms(customer.Tag).Target
	if row.LastVisit == "" {
		if customer.VisitsCount == 0 && own.Stamps%target == row.Stamps {
			return true, nil
		}
		return isCorrectedTo(tx, own, target, row.Stamps, time.Time{})
	}
	stamps, err := tx.Visits().StampsOn(customer.ID, row.LastVisit)
	switch {
	case err != nil || len(stamps) == 0:
		return false, err
	case leavesStamps(stamps, target, row.Stamps):
		return true, nil
	}
	// Visits keep their numbers when an earlier one is deleted, records are merged or an opening balance is undone.
	// Then the card had other stamps on that day.
	withAll, withEarlier, err := tx.Cards().StampsUntil(own, row.LastVisit, business.StartOf(row.LastVisit.Plus(1)))
	if err != nil || withAll%target == row.Stamps || withEarlier%target == row.Stamps {
		return err == nil, err
	}
	return isCorrectedTo(tx, own, target, row.Stamps, business.StartOf(row.LastVisit))
}

// leavesStamps reports whether a visit left so many stamps, by its own target or today's.
func leavesStamps(visits []store.DayStamp, target, stamps int64) bool {
	return slices.ContainsFunc(visits, func(v store.DayStamp) bool {
		return !v.IsOnFamilyCard && (v.Number%v.Target == stamps || v.Number%target == stamps)
	})
}

// isCorrectedTo reports whether a correction since an instant left so many stamps, or an opening balance, even undone,
// on a card that had stamps. On an empty card, the row may be imported again.
func isCorrectedTo(tx *store.Tx, card loyalty.Card, target, stamps int64, since time.Time) (bool, error) {
	adjustments, err := tx.Cards().ListAdjustments(card.CustomerID, listedAdjustments)
	return slices.ContainsFunc(adjustments, func(a ListedAdjustment) bool {
		isCandidate := a.Kind == loyalty.AdjustmentCorrection || a.StampsAfter > a.Stamps
		return isCandidate && a.CardID == card.ID && !a.CreatedAt.Before(since) && a.StampsAfter%target == stamps
	}), err
}
