package store

import (
	"database/sql"
	"fmt"
	"slices"

	"axioma/internal/loyalty"
)

// Progress reads stamps and owed rewards of cards.
type Progress struct{ tx *Tx }

// Progress gives access to the business's progress.
func (tx *Tx) Progress() Progress { return Progress{tx} }

const progressBatchSize = 500

// progressColumns finds each kind's uncancelled reward with the highest milestone at the end of one index.
const progressColumns = `
	k.id, k.family_id, k.stamps, own.tag,
	coalesce(own.id, (
		SELECT c.id FROM customers c
		WHERE c.family_id = k.family_id AND c.business_id = k.business_id AND c.archived_at IS NULL
		ORDER BY c.family_role DESC, c.id LIMIT 1)),
	coalesce(own.name, (SELECT f.name FROM families f WHERE f.business_id = k.business_id AND f.id = k.family_id)),
	(SELECT r.milestone FROM rewards r
		WHERE r.business_id = k.business_id AND r.card_id = k.id AND r.kind = 'FREE' AND r.status <> 'CANCELLED'
		ORDER BY r.milestone DESC LIMIT 1),
	(SELECT r.milestone FROM rewards r
		WHERE r.business_id = k.business_id AND r.card_id = k.id AND r.kind = 'HALF' AND r.status <> 'CANCELLED'
		ORDER BY r.milestone DESC LIMIT 1)
	FROM cards k
	LEFT JOIN customers own ON own.business_id = k.business_id AND own.id = k.customer_id AND own.archived_at IS NULL
	WHERE k.business_id = $1`

// After returns a batch of cards by id, without archived customers and empty families. last is the last card read ("":
// no more).
func (q Progress) After(after string) (cards []loyalty.CardProgress, last string, err error) {
	var rowCount int
	cards, rowCount, last, err = q.listWhere(` AND k.id > $2 ORDER BY k.id LIMIT $3`, q.tx.businessID, after, progressBatchSize)
	if rowCount < progressBatchSize {
		last = ""
	}
	return cards, last, err
}

// Lock returns and locks the progress of cards.
func (q Progress) Lock(cardIDs []string) ([]loyalty.CardProgress, error) {
	if len(cardIDs) == 0 {
		return nil, nil
	}
	if err := forceCustomPlans(q.tx); err != nil {
		return nil, err
	}
	args, in := placeholders(2, cardIDs)
	args = append([]any{q.tx.businessID}, args...)
	if lock := q.tx.lockClause(); lock != "" {
		if _, err := q.tx.queryStrings(`SELECT id FROM cards WHERE business_id = $1 AND id IN (`+in+`) ORDER BY id`+lock, args...); err != nil {
			return nil, fmt.Errorf("locking cards: %w", err)
		}
	}
	cards, _, _, err := q.listWhere(` AND k.id IN (`+in+`)`, args...)
	return cards, err
}

func (q Progress) listWhere(condition string, args ...any) (cards []loyalty.CardProgress, rowCount int, last string, err error) {
	err = q.tx.queryEach(`SELECT`+progressColumns+condition, args, func(row scanner) error {
		var s loyalty.CardProgress
		var family, tag, holder, name sql.NullString
		var free, half sql.NullInt64
		err := row.Scan(&s.CardID, &family, &s.Stamps, &tag, &holder, &name, &free, &half)
		s.FamilyID, s.Tag, s.PaidMilestone = family.String, loyalty.Tag(tag.String), max(free.Int64, half.Int64)
		s.CustomerID, s.Name = holder.String, name.String
		if holder.Valid {
			cards = append(cards, s)
		}
		rowCount, last = rowCount+1, s.CardID
		return err
	})
	if err != nil {
		return nil, 0, "", fmt.Errorf("reading the progress of the grant: %w", err)
	}
	return cards, rowCount, last, nil
}

// CustomerProgress has the stamps of the card that the next visit stamps, and the rewards owed on own and family's
// card.
type CustomerProgress struct {
	Stamps int64
	Owed   []loyalty.RewardKind
}

// Of returns customers' progress by id, with one query for cards and one for rewards.
func (q Progress) Of(customers []loyalty.Customer) (map[string]CustomerProgress, error) {
	byCustomer := map[string]CustomerProgress{}
	if len(customers) == 0 {
		return byCustomer, nil
	}
	cards, err := q.cards(customers)
	if err != nil {
		return nil, err
	}
	owed, err := q.owedOn(cards)
	if err != nil {
		return nil, err
	}
	for _, customer := range customers {
		own := cards[customer.ID]
		progress := CustomerProgress{Stamps: own.Stamps, Owed: owed[own.ID]}
		if customer.Family != nil {
			familyCard := cards[customer.Family.FamilyID]
			progress.Owed = slices.Concat(progress.Owed, owed[familyCard.ID])
			if customer.SharesPoints() {
				progress.Stamps = familyCard.Stamps
			}
		}
		slices.Sort(progress.Owed)
		byCustomer[customer.ID] = progress
	}
	return byCustomer, nil
}

func (q Progress) cards(customers []loyalty.Customer) (map[string]loyalty.Card, error) {
	ids, families := []string{}, []string{""} // IN () is invalid
	for _, customer := range customers {
		ids = append(ids, customer.ID)
		if customer.Family != nil {
			families = append(families, customer.Family.FamilyID)
		}
	}
	own, inOwn := placeholders(2, ids)
	familyArgs, inShared := placeholders(2+len(own), families)
	cards := map[string]loyalty.Card{}
	err := q.tx.queryEach(`
		SELECT id, customer_id, stamps FROM cards WHERE business_id = $1 AND customer_id IN (`+inOwn+`)
		UNION ALL
		SELECT id, family_id, stamps FROM cards WHERE business_id = $1 AND family_id IN (`+inShared+`)`,
		slices.Concat([]any{q.tx.businessID}, own, familyArgs), func(row scanner) error {
			var card loyalty.Card
			var owner string
			err := row.Scan(&card.ID, &owner, &card.Stamps)
			cards[owner] = card
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the cards of a page of customers: %w", err)
	}
	return cards, nil
}

func (q Progress) owedOn(cards map[string]loyalty.Card) (map[string][]loyalty.RewardKind, error) {
	ids := make([]string, 0, len(cards))
	for _, card := range cards {
		ids = append(ids, card.ID)
	}
	args, in := placeholders(2, ids)
	owed := map[string][]loyalty.RewardKind{}
	err := q.tx.queryEach(`SELECT card_id, kind FROM rewards WHERE business_id = $1 AND status = 'PENDING' AND card_id IN (`+in+`)`,
		append([]any{q.tx.businessID}, args...), func(row scanner) error {
			var card string
			var kind loyalty.RewardKind
			err := row.Scan(&card, &kind)
			owed[card] = append(owed[card], kind)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the owed rewards of a page of customers: %w", err)
	}
	return owed, nil
}
