package service

import (
	"context"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// GreetingOffer says whether a customer may be greeted now, and whether the greeting invites them back.
type GreetingOffer struct {
	State   loyalty.GreetingState
	Invites bool
}

// GreetingOffer decides like Greet, so that a record and the lists of absent customers agree.
func (c *Customers) GreetingOffer(ctx context.Context, actor usecase.Actor, id string) (GreetingOffer, error) {
	var offer GreetingOffer
	err := c.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		customer, err := tx.Customers().Get(id)
		if err != nil {
			return err
		}
		absence, err := absenceOf(tx, customer.ID, business, business.DayOf(c.base.Now()))
		if err != nil {
			return err
		}
		to, err := greetee(tx, customer, absence)
		offer = GreetingOffer{
			State:   loyalty.Greeting{}.State(to, business, c.base.Now()),
			Invites: loyalty.Greeting{}.Addressing(to).Invites,
		}
		return err
	})
	return offer, err
}

func greetee(tx *store.Tx, customer loyalty.Customer, absence loyalty.Absence) (loyalty.Greetee, error) {
	accepts, err := tx.Consents().Accepts(customer.ID)
	if err != nil {
		return loyalty.Greetee{}, err
	}
	history, err := tx.Consents().Of(customer.ID)
	answer, found := loyalty.LatestConsent(history, loyalty.ConsentWhatsApp)
	return loyalty.Greetee{Customer: customer, Absence: absence, Accepts: accepts, RefusesWhatsApp: found && !answer.Granted}, err
}

// Greet records that staff greet a customer by WhatsApp. Refusals: loyalty.ErrCustomerNotFound, loyalty.ErrMayNotGreet,
// loyalty.ErrGreetedRecently, loyalty.ErrGreetingHeldBack.
func (c *Customers) Greet(ctx context.Context, actor usecase.Actor, id string, greeting loyalty.Greeting) (loyalty.Customer, error) {
	var customer loyalty.Customer
	invitation, err := c.newInvitation(ctx, actor, id)
	if err != nil {
		return customer, err
	}
	err = c.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		if customer, err = tx.Customers().Lock(id); err != nil {
			return err
		}
		to, err := greetee(tx, customer, invitation.absence)
		if err != nil {
			return err
		}
		if err := greeting.State(to, business, c.base.Now()).Refusal(); err != nil {
			return err
		}
		customer.GreetedAt = c.base.Now()
		if err := tx.Marketing().NoteGreeting(customer); err != nil {
			return err
		}
		if err := invitation.record(tx, c.base, customer.ID, actor, business.DayOf(c.base.Now())); err != nil {
			return err
		}
		return c.base.Record(tx, actor.UserID, loyalty.ActionCustomerGreeted, customer.ID, "")
	})
	return customer, err
}

// UndoGreeting removes a greeting that was recorded at an instant but not sent. It changes nothing if that greeting is
// undone already or another one came after it. Refusals: loyalty.ErrCustomerNotFound, loyalty.ErrGreetingTooLate.
func (c *Customers) UndoGreeting(ctx context.Context, actor usecase.Actor, id string, greetedAt time.Time) (loyalty.Customer, error) {
	var customer loyalty.Customer
	err := c.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		if customer, err = tx.Customers().Lock(id); err != nil {
			return err
		}
		if customer.GreetedAt.IsZero() || customer.GreetedAt.UnixMilli() != greetedAt.UnixMilli() {
			return nil
		}
		if !c.base.Now().Before(loyalty.GreetingUndoableUntil(customer.GreetedAt)) {
			return loyalty.ErrGreetingTooLate
		}
		if customer.GreetedAt, err = tx.Marketing().UndoGreeting(customer); err != nil {
			return err
		}
		return c.base.Record(tx, actor.UserID, loyalty.ActionGreetingUndone, customer.ID, "")
	})
	return customer, err
}

type invitation struct {
	absence loyalty.Absence
	held    []AbsentCustomer // the control group for this invitation
}

// newInvitation finds the held-back customers who are compared with an invited one. It reads the whole list of absent
// customers, so it runs before the writing transaction.
func (c *Customers) newInvitation(ctx context.Context, actor usecase.Actor, id string) (invitation, error) {
	var found invitation
	err := c.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		customer, err := tx.Customers().Get(id)
		if err != nil {
			return err
		}
		found.absence, err = absenceOf(tx, customer.ID, business, business.DayOf(c.base.Now()))
		if err != nil || found.absence == "" || !business.HoldBack {
			return err
		}
		absent, err := absentCustomers(c.base, tx, business)
		found = invitationIn(absent, customer.ID)
		return err
	})
	return found, err
}

func absenceOf(tx *store.Tx, customerID string, business loyalty.Business, today loyalty.Day) (loyalty.Absence, error) {
	regular, isSilent, err := tx.Week().SilentOne(customerID, silentSince(business, today))
	if err != nil || !isSilent {
		return "", err
	}
	return regular.Rhythm.Absence(today), nil
}

// invitationIn returns the invitation of a customer. Its control group are the held-back customers who follow in the
// list, up to the next customer to invite. The first invitation also has those before it.
func invitationIn(absent []AbsentCustomer, id string) invitation {
	isCustomer := func(a AbsentCustomer) bool { return a.CustomerID == id }
	at := slices.IndexFunc(absent, isCustomer)
	if at < 0 {
		return invitation{}
	}
	absence := absent[at].Absence
	absent = slices.DeleteFunc(absent, func(a AbsentCustomer) bool { return a.Absence != absence })
	sortAbsent(absent)
	at = slices.IndexFunc(absent, isCustomer)
	found := invitation{absence: absence}
	isNext := func(a AbsentCustomer) bool { return a.State == loyalty.GreetNow && a.CustomerID != id }
	if before := absent[:at]; !slices.ContainsFunc(before, isNext) {
		found.addHeld(before)
	}
	after := absent[at+1:]
	if next := slices.IndexFunc(after, isNext); next >= 0 {
		after = after[:next]
	}
	found.addHeld(after)
	return found
}

func (i *invitation) addHeld(absent []AbsentCustomer) {
	for _, customer := range absent {
		if customer.State == loyalty.GreetHeldBack {
			i.held = append(i.held, customer)
		}
	}
}

func (i invitation) record(tx *store.Tx, base *usecase.Base, customerID string, actor usecase.Actor, today loyalty.Day) error {
	id, err := base.IDs.Next(base.Now())
	if err != nil {
		return err
	}
	entries := []loyalty.GreetingEntry{{
		ID: id, CustomerID: customerID, UserID: actor.UserID, Absence: i.absence, At: base.Now(), Day: today,
	}}
	for _, held := range i.held {
		entries = append(entries, loyalty.HeldBackEntry(held.CustomerID, held.Absence, base.Now(), today))
	}
	for _, entry := range entries {
		if err := tx.Marketing().InsertGreeting(entry); err != nil {
			return err
		}
	}
	return nil
}
