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

// PassTicket is with what a browser, which shows no token where it downloads, gets the passes
// of a customer and of those whose cards her phone opens.
type PassTicket struct {
	QRID  string    // of the QR of whoever has proved who she is
	Until time.Time // to the second
	Key   string    // proves that we gave it
}

// ticketLifetime is for how long a ticket holds at least: somebody looks at her card, and then
// presses. Tickets of the same hour are the same.
const ticketLifetime = time.Hour

// CreateTicket is a ticket for a customer who has proved who she is.
func (p *Passes) CreateTicket(ctx context.Context, qrID string) (PassTicket, error) {
	ticket := PassTicket{QRID: qrID, Until: p.base.Now().Truncate(ticketLifetime).Add(2 * ticketLifetime)}
	var err error
	ticket.Key, err = p.ticketKey(ctx, ticket)
	return ticket, err
}

// ticketKey is the key of a ticket. What it is made of is no serial of a pass.
func (p *Passes) ticketKey(ctx context.Context, ticket PassTicket) (string, error) {
	return p.token(ctx, "ticket\n"+ticket.QRID+"\n"+strconv.FormatInt(ticket.Until.Unix(), 10))
}

// IssueTogether returns the passes of a customer and of those of her business whose cards her
// phone opens: whoever has the phone first, then the children, the oldest first, and no more
// than telephones take at once. It refuses with loyalty.ErrPassRefused what is no ticket of
// ours, with loyalty.ErrTokenExpired one that holds no more, and else as Give does.
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
	for _, customer := range together[:min(len(together), loyalty.MostPassesTogether)] {
		pass, err := p.issuePass(ctx, loyalty.Pass{BusinessID: business.ID, CustomerID: customer.ID})
		if err != nil {
			return nil, err
		}
		passes = append(passes, pass)
	}
	return passes, nil
}
