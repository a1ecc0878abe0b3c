package store

import (
	"database/sql"
	"fmt"
	"slices"

	"axioma/internal/loyalty"
)

// Standings returns how far every card of the business has come that belongs
// to an active customer, or to a family with one.
func (tx *Tx) Standings() ([]loyalty.Standing, error) {
	standings := []loyalty.Standing{}
	err := tx.each(`
		SELECT k.id, k.family_id, k.stamps, min(c.id), max(c.tag), coalesce(max(r.paid), 0)
		FROM cards k
		JOIN customers c ON c.business_id = k.business_id AND c.archived_at IS NULL
			AND (c.id = k.customer_id OR c.family_id = k.family_id)
		LEFT JOIN (
			SELECT card_id, max(milestone) AS paid FROM rewards
			WHERE business_id = $1 AND status <> 'CANCELLED' GROUP BY card_id
		) r ON r.card_id = k.id
		WHERE k.business_id = $1 AND k.stamps > 0
		GROUP BY k.id, k.family_id, k.stamps`,
		[]any{tx.businessID}, func(row scanner) error {
			var s loyalty.Standing
			var family, tag sql.NullString
			err := row.Scan(&s.CardID, &family, &s.Stamps, &s.CustomerID, &tag, &s.Paid)
			s.Family, s.Tag = family.Valid, loyalty.Tag(tag.String)
			standings = append(standings, s)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading how far the cards have come: %w", err)
	}
	return standings, nil
}

// StandingOf is where a customer stands on the card that her next visit stamps,
// and the kinds of all the rewards that are owed to her.
type StandingOf struct {
	Stamps int64
	Owed   []loyalty.RewardKind
}

// StandingsOf returns where customers stand: all of a page with one query for the
// cards and one for what is owed on them.
func (tx *Tx) StandingsOf(customers []loyalty.Customer) (map[string]StandingOf, error) {
	standings := map[string]StandingOf{}
	if len(customers) == 0 {
		return standings, nil
	}
	cards, err := tx.cardsOfAll(customers)
	if err != nil {
		return nil, err
	}
	owed, err := tx.owedOn(cards)
	if err != nil {
		return nil, err
	}
	for _, customer := range customers {
		own := cards[customer.ID]
		standing := StandingOf{Stamps: own.Stamps, Owed: owed[own.ID]}
		if customer.Family != nil {
			shared := cards[customer.Family.FamilyID]
			standing.Owed = slices.Concat(standing.Owed, owed[shared.ID])
			if customer.SharesPoints() {
				standing.Stamps = shared.Stamps
			}
		}
		slices.Sort(standing.Owed)
		standings[customer.ID] = standing
	}
	return standings, nil
}

// cardsOfAll returns the cards of customers and of their families, by the id of
// whose they are.
func (tx *Tx) cardsOfAll(customers []loyalty.Customer) (map[string]loyalty.Card, error) {
	ids, families := []string{}, []string{""} // no list is empty
	for _, customer := range customers {
		ids = append(ids, customer.ID)
		if customer.Family != nil {
			families = append(families, customer.Family.FamilyID)
		}
	}
	own, inOwn := placeholders(2, ids)
	shared, inShared := placeholders(2+len(own), families)
	cards := map[string]loyalty.Card{}
	err := tx.each(`
		SELECT id, customer_id, stamps FROM cards WHERE business_id = $1 AND customer_id IN (`+inOwn+`)
		UNION ALL
		SELECT id, family_id, stamps FROM cards WHERE business_id = $1 AND family_id IN (`+inShared+`)`,
		slices.Concat([]any{tx.businessID}, own, shared), func(row scanner) error {
			var card loyalty.Card
			var whose string
			err := row.Scan(&card.ID, &whose, &card.Stamps)
			cards[whose] = card
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the cards of a page of customers: %w", err)
	}
	return cards, nil
}

// owedOn returns the kinds of the rewards that are owed on cards, by their ids.
func (tx *Tx) owedOn(cards map[string]loyalty.Card) (map[string][]loyalty.RewardKind, error) {
	ids := make([]string, 0, len(cards))
	for _, card := range cards {
		ids = append(ids, card.ID)
	}
	args, in := placeholders(2, ids)
	owed := map[string][]loyalty.RewardKind{}
	err := tx.each(`SELECT card_id, kind FROM rewards WHERE business_id = $1 AND status = 'PENDING' AND card_id IN (`+in+`)`,
		append([]any{tx.businessID}, args...), func(row scanner) error {
			var card string
			var kind loyalty.RewardKind
			err := row.Scan(&card, &kind)
			owed[card] = append(owed[card], kind)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading what is owed to a page of customers: %w", err)
	}
	return owed, nil
}
