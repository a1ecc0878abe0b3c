package store

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"axioma/internal/loyalty"
)

var childrenOf = `SELECT` + customerColumns + fromCustomers + ` AND c.guardian_id = $2 AND c.archived_at IS NULL`

// Children returns a guardian's active children, oldest first. Merges can leave more than loyalty.MaxChildren.
func (q Customers) Children(guardianID string) ([]loyalty.Customer, error) {
	children := []loyalty.Customer{}
	err := q.tx.queryEach(childrenOf, []any{q.tx.businessID, guardianID}, func(row scanner) error {
		child, err := scanCustomer(row)
		children = append(children, child)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the children of customer %s: %w", guardianID, err)
	}
	loyalty.SortChildren(children)
	return children, nil
}

// PortalCard is the card of a phone's owner or their child.
type PortalCard struct {
	CustomerID    string
	QRID          string // the id in the customer's QR
	Name          string
	BusinessID    string
	BusinessName  string
	Zone          *time.Location
	Child         bool
	Birthday      loyalty.Day
	JoinedAt      time.Time
	VisitedAt     time.Time           // the last visit, or zero
	Email         loyalty.SignInEmail // of the owner
	NeedsBirthday bool                // the owner must name their birthday: the phone may have a new owner
}

const cardOfHolder = `c.id, coalesce(c.qr_id, c.id), c.name, c.business_id, b.name, b.time_zone, c.guardian_id IS NOT NULL, coalesce(c.birthday, ''),
	c.created_at, c.last_visit_at, p.birthday IS NOT NULL AND` + silentHolder + `, ` + emailStanding + `
	FROM customers p JOIN customers c ON c.business_id = p.business_id`

const inActiveBusinesses = `JOIN businesses b ON b.id = c.business_id
	WHERE p.phone IN ($1, $3) AND p.archived_at IS NULL AND c.archived_at IS NULL AND b.status = 'ACTIVE'`

// CardsOnPhone returns the cards at active businesses that a phone (E.164, either form) opens, by business, the owner's
// first. They need the owner's birthday, if known, without activity of owner and children since the given instant.
func (q PlatformCustomers) CardsOnPhone(phone string, since time.Time) ([]PortalCard, error) {
	cards := []PortalCard{}
	canonical, second := loyalty.PhoneForms(phone)
	err := q.tx.queryEach(`
		SELECT `+cardOfHolder+` AND c.id = p.id `+inActiveBusinesses+`
		UNION ALL
		SELECT `+cardOfHolder+` AND c.guardian_id = p.id `+inActiveBusinesses, []any{canonical, since.UnixMilli(), second}, func(row scanner) error {
		var card PortalCard
		var zone string
		err := row.Scan(append([]any{
			&card.CustomerID, &card.QRID, &card.Name, &card.BusinessID, &card.BusinessName, &zone, &card.Child, &card.Birthday,
			(*optionalInstant)(&card.JoinedAt), (*optionalInstant)(&card.VisitedAt), &card.NeedsBirthday,
		}, emailStandingInto(&card.Email)...)...)
		if err == nil {
			card.Zone, err = q.tx.store.Zone(zone)
		}
		cards = append(cards, card)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("finding the cards of a phone: %w", err)
	}
	slices.SortStableFunc(cards, func(a, b PortalCard) int {
		if a.BusinessID == b.BusinessID && a.Child != b.Child {
			if b.Child {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(loyalty.SortKey(a.BusinessName), loyalty.SortKey(b.BusinessName)), cmp.Compare(a.BusinessID, b.BusinessID),
			cmp.Compare(loyalty.SortKey(a.Name), loyalty.SortKey(b.Name)))
	})
	return cards, nil
}
