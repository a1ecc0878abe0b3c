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

// Marketing queues birthday greetings and reminders, and withdraws consents.
type Marketing struct {
	base     *usecase.Base
	messages *Messages
}

const marketingInterval = 5 * time.Minute

// RunPeriodically runs QueueDue until the context ends, in any number of processes.
func (m *Marketing) RunPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "maintenance of marketing", First: marketingInterval, Every: marketingInterval, Run: m.QueueDue})
}

// QueueDue queues a message per occasion, except in quiet hours.
func (m *Marketing) QueueDue(ctx context.Context) error {
	var ids []string
	err := m.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		ids, err = tx.Businesses().WithMarketing()
		return err
	})
	if err != nil {
		return err
	}
	var faults error
	for _, id := range ids {
		if err := m.queueForBusiness(ctx, id); err != nil {
			faults = errors.Join(faults, fmt.Errorf("queueing marketing of business %s: %w", id, err))
		}
	}
	return faults
}

func (m *Marketing) queueForBusiness(ctx context.Context, businessID string) error {
	var birthdayIDs, short []string
	err := m.base.Store.ViewMaintenance(ctx, businessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		now := m.base.Now()
		if err != nil || !business.NextMarketingTime(now).Equal(now) {
			return err
		}
		if business.BirthdayMessages {
			if birthdayIDs, err = tx.Marketing().BirthdaysDue(business, now); err != nil {
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
		m.queueForAll(ctx, businessID, birthdayIDs, loyalty.MessageBirthday, m.birthdayOccasion),
		m.queueForAll(ctx, businessID, short, loyalty.MessageOneMore, m.oneMoreOccasion))
}

// maxFailures in a row end a run: the cause is then not a customer.
const maxFailures = 10

func (m *Marketing) queueForAll(ctx context.Context, businessID string, customerIDs []string, kind loyalty.MessageKind, find occasionFinder) error {
	var faults error
	failures := 0
	for _, id := range customerIDs {
		err := m.queueFor(ctx, businessID, id, kind, find)
		if err == nil {
			failures = 0
			continue
		}
		faults = errors.Join(faults, fmt.Errorf("queueing marketing for customer %s: %w", id, err))
		if failures++; failures == maxFailures || ctx.Err() != nil {
			break
		}
	}
	return faults
}

type occasion struct {
	name  string
	until time.Time
}

type occasionFinder func(*store.Tx, loyalty.Business, loyalty.Customer) (occasion, bool, error)

func (m *Marketing) queueFor(ctx context.Context, businessID, customerID string, kind loyalty.MessageKind, find occasionFinder) error {
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
		reason, ok, err := find(tx, business, customer)
		if err != nil || !ok {
			return err
		}
		if ok, err = m.mayReceive(tx, business, customer, kind); err != nil || !ok {
			return err
		}
		return m.insert(tx, business, customer, kind, reason)
	})
}

func (m *Marketing) mayReceive(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, kind loyalty.MessageKind,
) (bool, error) {
	if customer.Phone == "" || customer.IsMinor(business.DayOf(m.base.Now())) {
		return false, nil
	}
	accepts, err := tx.Consents().Accepts(customer.ID)
	if err != nil || !accepts.Allows(kind) {
		return false, err
	}
	recent, err := tx.Marketing().RecentKinds(customer, m.base.Now().Add(-loyalty.MarketingWindow))
	return loyalty.MarketingAllowed(kind, recent), err
}

func (m *Marketing) birthdayOccasion(_ *store.Tx, business loyalty.Business, customer loyalty.Customer) (occasion, bool, error) {
	today := business.DayOf(m.base.Now())
	return occasion{
		name:  loyalty.BirthdayOccasion(customer.ID, today),
		until: business.Tomorrow(m.base.Now()),
	}, customer.HasBirthdayOn(today), nil
}

func (m *Marketing) oneMoreOccasion(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) (occasion, bool, error) {
	wallet, err := usecase.CardsOf(tx, customer)
	if err != nil {
		return occasion{}, false, err
	}
	milestone := wallet.StampedCard.Stamps + 1
	_, pays := wallet.Terms(business, customer).RewardAt(milestone)
	lastVisit, err := tx.Customers().LastAttendance(customer.ID)
	lastCame := business.DayOf(lastVisit)
	if err != nil || !pays || lastCame > loyalty.OneMoreWindow(business.DayOf(m.base.Now())).To {
		return occasion{}, false, err
	}
	rewards, err := tx.Rewards().Of(wallet.StampedCard.ID)
	paid := slices.ContainsFunc(rewards, func(r loyalty.Reward) bool {
		return r.Milestone == milestone && r.Status == loyalty.RewardRedeemed
	})
	return occasion{
		name:  loyalty.OneMoreOccasion(wallet.StampedCard.ID, milestone),
		until: business.StartOf(loyalty.OneMoreUntil(lastCame)),
	}, !paid, err
}

func (m *Marketing) insert(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, kind loyalty.MessageKind, reason occasion,
) error {
	return m.messages.Enqueue(tx, customer, loyalty.Message{
		Kind:      kind,
		Occasion:  reason.name,
		Text:      business.MarketingText(kind, customer.Name),
		ExpiresAt: reason.until,
	})
}

// MarketingOverview has the texts and the size of the audience.
type MarketingOverview struct {
	Audience store.Audience
	Birthday string
	OneMore  string
}

const exampleName = "Lucía"

// Overview counts the customers who can be written to now.
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

// withdrawConsents drops queued marketing too. It returns false if nothing was left to withdraw.
func (m *Marketing) withdrawConsents(tx *store.Tx, customerID string, form loyalty.ConsentForm, optedOut time.Time) (bool, error) {
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
