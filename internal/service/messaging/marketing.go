package messaging

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Marketing writes to customers on their birthdays and when one visit is missing,
// and stops when they say so.
type Marketing struct {
	base     *usecase.Base
	messages *Messages
}

const marketingEvery = 5 * time.Minute

// Advertise queues the marketing messages that are to go out, from time to
// time until the context ends. Any number of programs on one database may do
// it.
func (m *Marketing) Advertise(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "upkeep of marketing", First: marketingEvery, Every: marketingEvery, Run: m.Write})
}

// Write queues the messages of every business that wants them: to
// customers whose birthday is today, and to those who lack one visit and have
// not been there for a while. In quiet hours it queues none. Each occasion has
// one message, however often and wherever this runs.
func (m *Marketing) Write(ctx context.Context) error {
	var ids []string
	err := m.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		ids, err = tx.Businesses().WithMarketing()
		return err
	})
	if err != nil {
		return err
	}
	var failed error
	for _, id := range ids {
		if err := m.writeOf(ctx, id); err != nil {
			failed = errors.Join(failed, fmt.Errorf("writing the marketing of business %s: %w", id, err))
		}
	}
	return failed
}

func (m *Marketing) writeOf(ctx context.Context, businessID string) error {
	var celebrated, short []string
	err := m.base.Store.ViewChore(ctx, businessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		now := m.base.Now()
		if err != nil || !business.NextMarketingTime(now).Equal(now) {
			return err
		}
		if business.BirthdayMessages {
			if celebrated, err = tx.Marketing().Celebrated(business, now); err != nil {
				return err
			}
		}
		if business.OneMoreMessages {
			short, err = tx.Marketing().OneVisitShort(business, now)
		}
		return err
	})
	if err != nil {
		return err
	}
	return errors.Join(
		m.advertiseToAll(ctx, businessID, celebrated, loyalty.MessageBirthday, m.birthdayOf),
		m.advertiseToAll(ctx, businessID, short, loyalty.MessageOneMore, m.oneMoreOf))
}

// maxFailures is how many customers in a row may fail before it is not for what is
// wrong with them.
const maxFailures = 10

// advertiseToAll goes on after a customer with whom it fails, and tells of all of them
// in the end.
func (m *Marketing) advertiseToAll(ctx context.Context, businessID string, customerIDs []string, kind loyalty.MessageKind, find finder) error {
	var failed error
	inARow := 0
	for _, id := range customerIDs {
		err := m.advertiseTo(ctx, businessID, id, kind, find)
		if err == nil {
			inARow = 0
			continue
		}
		failed = errors.Join(failed, fmt.Errorf("writing to customer %s: %w", id, err))
		if inARow++; inARow == maxFailures || ctx.Err() != nil {
			break
		}
	}
	return failed
}

// occasion is what a marketing message is for, and until when it makes sense.
type occasion struct {
	name  string
	until time.Time
}

// finder says what a customer is to be written for, and whether there is something.
type finder func(*store.Tx, loyalty.Business, loyalty.Customer) (occasion, bool, error)

// advertiseTo queues a message to a customer, unless the occasion has passed or
// she is not to be written to.
func (m *Marketing) advertiseTo(ctx context.Context, businessID, customerID string, kind loyalty.MessageKind, find finder) error {
	return m.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		customer, err := tx.Customers().Lock(customerID)
		if errors.Is(err, loyalty.ErrCustomerNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		found, ok, err := find(tx, business, customer)
		if err != nil || !ok {
			return err
		}
		if ok, err = m.mayAdvertise(tx, business, customer, kind); err != nil || !ok {
			return err
		}
		return m.put(tx, business, customer, kind, found)
	})
}

// mayAdvertise reports whether a customer is to get a marketing message now.
func (m *Marketing) mayAdvertise(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, kind loyalty.MessageKind,
) (bool, error) {
	if customer.Phone == "" || customer.IsMinor(business.DayOf(m.base.Now())) {
		return false, nil
	}
	accepts, err := tx.Consents().Accepts(customer.ID)
	if err != nil || !accepts.Allows(kind) {
		return false, err
	}
	recent, err := tx.Marketing().Recent(customer, m.base.Now().Add(-loyalty.MarketingWindow))
	return loyalty.MarketingAllowed(kind, recent), err
}

func (m *Marketing) birthdayOf(_ *store.Tx, business loyalty.Business, customer loyalty.Customer) (occasion, bool, error) {
	today := business.DayOf(m.base.Now())
	return occasion{
		name:  loyalty.BirthdayOccasion(customer.ID, today),
		until: business.Tomorrow(m.base.Now()),
	}, customer.HasBirthdayOn(today), nil
}

// oneMoreOf looks at the card that the customer's next visit stamps, by its
// terms of today.
func (m *Marketing) oneMoreOf(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) (occasion, bool, error) {
	wallet, err := usecase.WalletOf(tx, customer)
	if err != nil {
		return occasion{}, false, err
	}
	milestone := wallet.Stamped.Stamps + 1
	_, pays := wallet.Terms(business, customer).RewardAt(milestone)
	came, err := tx.Customers().LastCame(customer.ID)
	lastCame := business.DayOf(came)
	if err != nil || !pays || lastCame > loyalty.OneMoreWindow(business.DayOf(m.base.Now())).To {
		return occasion{}, false, err
	}
	rewards, err := tx.Rewards().Of(wallet.Stamped.ID)
	paid := slices.ContainsFunc(rewards, func(r loyalty.Reward) bool {
		return r.Milestone == milestone && r.Status == loyalty.RewardRedeemed
	})
	return occasion{
		name:  loyalty.OneMoreOccasion(wallet.Stamped.ID, milestone),
		until: business.StartOf(loyalty.OneMoreUntil(lastCame)),
	}, !paid, err
}

func (m *Marketing) put(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, kind loyalty.MessageKind, found occasion,
) error {
	return m.messages.Put(tx, customer, loyalty.Message{
		Kind:      kind,
		Occasion:  found.name,
		Text:      business.MarketingText(kind, customer.Name),
		ExpiresAt: found.until,
	})
}

// MarketingOverview is what a business's marketing messages say, and who gets them.
type MarketingOverview struct {
	Audience store.Audience
	Birthday string
	OneMore  string
}

// exampleName is whom the shown messages address.
const exampleName = "Lucía"

// Overview returns what the business's marketing messages say, and how many
// customers can get them now.
func (m *Marketing) Overview(ctx context.Context, actor usecase.Actor) (MarketingOverview, error) {
	var marketing MarketingOverview
	err := m.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		marketing.Birthday = business.MarketingText(loyalty.MessageBirthday, exampleName)
		marketing.OneMore = business.MarketingText(loyalty.MessageOneMore, exampleName)
		marketing.Audience, err = tx.Marketing().Audience(loyalty.LatestBirthdayOfAge(business.DayOf(m.base.Now())))
		return err
	})
	return marketing, err
}

// withdraw withdraws what is left of a customer's marketing consents
// after she has opted out from WhatsApp, and drops what was to be sent with
// them. It reports false when she had done so before, or is no customer any
// more.
func (m *Marketing) withdraw(tx *store.Tx, customerID string, form loyalty.ConsentForm, optedOut time.Time) (bool, error) {
	customer, err := tx.Customers().Lock(customerID)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	history, err := tx.Consents().Of(customer.ID)
	if err != nil {
		return false, err
	}
	kinds, now := loyalty.ConsentsToWithdraw(history, optedOut), m.base.Now()
	for _, kind := range kinds {
		if err := m.base.RecordConsent(tx, loyalty.Consent{CustomerID: customer.ID, Kind: kind, Form: form, At: now}); err != nil {
			return false, err
		}
	}
	if len(kinds) == 0 {
		return false, nil
	}
	if err := tx.Queue().DropMarketing(customer.ID); err != nil {
		return false, err
	}
	if err := m.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventConsentChanged, customer)); err != nil {
		return false, err
	}
	return true, m.base.Record(tx, "", loyalty.ActionUnsubscribed, customer.ID, string(form))
}
