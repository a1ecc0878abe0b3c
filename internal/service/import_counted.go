package service

import (
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
	if err != nil || len(visits) == 0 {
		return false, err
	}
	if card.Kind() == loyalty.FamilyCard { // other members have moved it on
		return row.Stamps <= card.Stamps, nil
	}
	for _, visit := range visits {
		if visit.StampNumber%visit.Terms.Target == row.Stamps || visit.StampNumber%target == row.Stamps {
			return true, nil
		}
	}
	return isCorrectedTo(tx, business, card, target, customer, row)
}

// isCorrectedTo reports whether a correction since the row's last day left the row's stamps on the card.
func isCorrectedTo(
	tx *store.Tx, business loyalty.Business, card loyalty.Card, target int64, customer loyalty.Customer, row importing.Row,
) (bool, error) {
	adjustments, err := tx.Cards().ListAdjustments(customer.ID, listedAdjustments)
	for _, a := range adjustments {
		isLater := !a.CreatedAt.Before(business.StartOf(row.LastVisit))
		if isLater && a.CardID == card.ID && a.Kind == loyalty.AdjustmentCorrection && a.StampsAfter%target == row.Stamps {
			return true, nil
		}
	}
	return false, err
}
