package service

import (
	"context"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// GreetingOffer says whether and how a customer may be greeted.
type GreetingOffer struct {
	State   loyalty.GreetingState
	Invites bool
}

// GreetingOffer returns whether and how a customer may be greeted, by the rules of Greet.
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
		offers, err := greetingOffers(tx, business, c.base.Now(), []loyalty.Customer{customer})
		offer = offers[customer.ID]
		return err
	})
	return offer, err
}

// greetingOffers decides for several customers in a fixed number of queries.
func greetingOffers(tx *store.Tx, business loyalty.Business, now time.Time, customers []loyalty.Customer) (map[string]GreetingOffer, error) {
	absences, err := absencesOf(tx, business, business.DayOf(now), customers)
	if err != nil {
		return nil, err
	}
	greetees, err := readGreetees(tx, customers, absences)
	offers := make(map[string]GreetingOffer, len(greetees))
	for _, to := range greetees {
		offers[to.ID] = GreetingOffer{State: loyalty.Greeting{}.State(to, business, now), Invites: loyalty.Greeting{}.Addressing(to).Invites}
	}
	return offers, err
}

func readGreetees(tx *store.Tx, customers []loyalty.Customer, absences map[string]loyalty.Absence) ([]loyalty.Greetee, error) {
	ids := idsOfCustomers(customers)
	accepts, err := tx.Consents().AcceptsOf(ids)
	if err != nil {
		return nil, err
	}
	refusing, err := tx.Consents().RefusingWhatsApp(ids)
	greetees := make([]loyalty.Greetee, len(customers))
	for n, customer := range customers {
		greetees[n] = loyalty.Greetee{
			Customer: customer, Absence: absences[customer.ID], Accepts: accepts[customer.ID], RefusesWhatsApp: refusing[customer.ID],
		}
	}
	return greetees, err
}

func idsOfCustomers(customers []loyalty.Customer) []string {
	return idsOf(customers, func(c loyalty.Customer) string { return c.ID })
}

// Greet records a greeting by WhatsApp. Errors: loyalty.ErrCustomerNotFound, loyalty.ErrMayNotGreet,
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
		to, err := readGreetees(tx, []loyalty.Customer{customer}, map[string]loyalty.Absence{customer.ID: invitation.absence})
		if err != nil {
			return err
		}
		if err := greeting.State(to[0], business, c.base.Now()).Refusal(); err != nil {
			return err
		}
		customer.GreetedAt = c.base.Now()
		if err := tx.Marketing().NoteGreeting(customer); err != nil {
			return err
		}
		if err := invitation.record(tx, c.base, customer, actor, business.DayOf(customer.GreetedAt)); err != nil {
			return err
		}
		return c.base.Record(tx, actor.UserID, loyalty.ActionCustomerGreeted, customer.ID, "")
	})
	return customer, err
}

// UndoGreeting removes an unsent greeting, unless undone or followed by another. Errors: loyalty.ErrCustomerNotFound,
// loyalty.ErrGreetingTooLate.
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
	absence      loyalty.Absence
	controlGroup []AbsentCustomer // control group of this invitation
}

// newInvitation decides about an invitation. It reads all absent customers, so it runs before the writing transaction.
func (c *Customers) newInvitation(ctx context.Context, actor usecase.Actor, id string) (invitation, error) {
	var result invitation
	err := c.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		customer, err := tx.Customers().Get(id)
		if err != nil {
			return err
		}
		absences, err := absencesOf(tx, business, business.DayOf(c.base.Now()), []loyalty.Customer{customer})
		result.absence = absences[customer.ID]
		if err != nil || result.absence == "" || !business.HoldBack {
			return err
		}
		absent, err := absentCustomers(c.base, tx, business)
		result = invitationIn(absent, customer.ID)
		return err
	})
	return result, err
}

func absencesOf(tx *store.Tx, business loyalty.Business, today loyalty.Day, customers []loyalty.Customer) (map[string]loyalty.Absence, error) {
	silent, err := tx.Week().SilentOf(idsOfCustomers(customers), silentSince(business, today))
	absences := make(map[string]loyalty.Absence, len(silent))
	for _, regular := range silent {
		absences[regular.CustomerID] = regular.Rhythm.Absence(today)
	}
	return absences, err
}

// invitationIn takes as control group the held-back customers who follow in the list, up to the next to invite. The
// first invitation also has those before it.
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
	result := invitation{absence: absence}
	isNext := func(a AbsentCustomer) bool { return a.State == loyalty.GreetNow && a.CustomerID != id }
	if before := absent[:at]; !slices.ContainsFunc(before, isNext) {
		result.addHeld(before)
	}
	after := absent[at+1:]
	if next := slices.IndexFunc(after, isNext); next >= 0 {
		after = after[:next]
	}
	result.addHeld(after)
	return result
}

func (i *invitation) addHeld(absent []AbsentCustomer) {
	for _, customer := range absent {
		if customer.State == loyalty.GreetHeldBack {
			i.controlGroup = append(i.controlGroup, customer)
		}
	}
}

// record stores the invitation with the customer's instant of the greeting, by which UndoGreeting finds the entry.
func (i invitation) record(tx *store.Tx, base *usecase.Base, customer loyalty.Customer, actor usecase.Actor, today loyalty.Day) error {
	at := customer.GreetedAt
	id, err := base.IDs.Next(at)
	if err != nil {
		return err
	}
	entries := []loyalty.GreetingEntry{{
		ID: id, CustomerID: customer.ID, UserID: actor.UserID, Absence: i.absence, At: at, Day: today,
	}}
	for _, member := range i.controlGroup {
		entries = append(entries, loyalty.HeldBackEntry(member.CustomerID, member.Absence, at, today))
	}
	for _, entry := range entries {
		if err := tx.Marketing().InsertGreeting(entry); err != nil {
			return err
		}
	}
	return nil
}
