package passes

import (
	"context"
	"crypto/hmac"
	"strconv"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// PassTicket authorizes the download of a phone's passes.
type PassTicket struct {
	QRID  string
	Until time.Time // to the second
	Key   string    // HMAC of the other fields
}

// ticketLifetime is the least validity of a ticket. Tickets created within an hour are identical.
const ticketLifetime = time.Hour

// CreateTicket returns a ticket. The caller must have verified the customer.
func (p *Passes) CreateTicket(ctx context.Context, qrID string) (PassTicket, error) {
	ticket := PassTicket{QRID: qrID, Until: p.base.Now().Truncate(ticketLifetime).Add(2 * ticketLifetime)}
	var err error
	ticket.Key, err = p.ticketKey(ctx, ticket)
	return ticket, err
}

// ticketKey signs the ticket with a prefix, so that no key equals a pass's token.
func (p *Passes) ticketKey(ctx context.Context, ticket PassTicket) (string, error) {
	return p.token(ctx, "ticket\n"+ticket.QRID+"\n"+strconv.FormatInt(ticket.Until.Unix(), 10))
}

// IssueTogether returns at most loyalty.MaxPassesPerRequest passes of the phone, guardian first. Errors:
// loyalty.ErrPassRefused for a forged ticket, loyalty.ErrTokenExpired, those of Issue.
func (p *Passes) IssueTogether(ctx context.Context, ticket PassTicket) ([]IssuedPass, error) {
	right, err := p.ticketKey(ctx, ticket)
	if err != nil {
		return nil, err
	}
	if !hmac.Equal([]byte(right), []byte(ticket.Key)) {
		return nil, loyalty.ErrPassRefused
	}
	if !p.base.Now().Before(ticket.Until) {
		return nil, loyalty.ErrTokenExpired
	}
	business, err := p.base.ActiveBusinessOfQR(ctx, ticket.QRID)
	if err != nil {
		return nil, err
	}
	var together []loyalty.Customer
	err = p.base.Store.ViewBusiness(ctx, business.ID, func(tx *store.Tx) (err error) {
		together, err = usecase.CustomersOnPhone(tx, ticket.QRID)
		return err
	})
	if err != nil {
		return nil, err
	}
	var passes []IssuedPass
	for _, customer := range together[:min(len(together), loyalty.MaxPassesPerRequest)] {
		pass, err := p.issuePass(ctx, loyalty.Pass{BusinessID: business.ID, CustomerID: customer.ID})
		if err != nil {
			return nil, err
		}
		passes = append(passes, pass)
	}
	return passes, nil
}
