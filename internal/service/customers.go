package service

import (
	"cmp"
	"context"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Customers are those who have a card: looked up, listed, added, changed, archived.
type Customers struct {
	base      *usecase.Base
	rewards   *Rewards
	qrChanges *QRChanges
	messages  *messaging.Messages
	portal    *access.Portal
}

// maskedFor returns the customer as the actor may see her: below admin level,
// phone and e-mail are masked (specification, section 6).
func maskedFor(actor usecase.Actor, customer loyalty.Customer) loyalty.Customer {
	if actor.Role.IsAdminLevel() {
		return customer
	}
	customer.Phone = loyalty.MaskPhone(customer.Phone)
	customer.Email = loyalty.MaskEmail(customer.Email)
	return customer
}

// Get returns an active customer, as the actor may see her, or
// loyalty.ErrCustomerNotFound. The id of a record that was merged into another
// returns that one.
func (c *Customers) Get(ctx context.Context, actor usecase.Actor, id string) (loyalty.Customer, error) {
	var customer loyalty.Customer
	err := c.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		if customer, err = tx.Customers().Get(id); err != nil {
			return err
		}
		customer.Guardian, err = c.guardianOf(tx, customer)
		return err
	})
	return maskedFor(actor, customer), err
}

// Lookup returns the active customer whom a phone, as typed, means, or
// else the one with an e-mail. It refuses with loyalty.ErrCustomerNotFound also
// what is no phone or address, with loyalty.ErrSeveralCustomers a phone that may
// be that of several, and with a validation error a request with neither.
func (c *Customers) Lookup(ctx context.Context, actor usecase.Actor, phone, email string) (loyalty.Customer, error) {
	if strings.TrimSpace(phone) == "" && strings.TrimSpace(email) == "" {
		return loyalty.Customer{}, loyalty.InvalidField("phone", "Indica un teléfono o un correo.")
	}
	var customer loyalty.Customer
	err := c.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		if customer, err = findCustomer(tx, actor, business, phone, email); err != nil {
			return err
		}
		customer.Guardian, err = c.guardianOf(tx, customer)
		return err
	})
	return maskedFor(actor, customer), err
}

// CustomerOrder says which customers of a list come first.
type CustomerOrder = store.CustomerOrder

// CustomersRequest asks for a page of the customers; its zero value for all of
// them by name.
type CustomersRequest struct {
	usecase.ListRequest
	Owed       bool          // only to whom a reward is owed
	NotSeenFor int           // only who has not been here for so many days; zero: all
	Birthday   bool          // only whose birthday is within a week
	Order      CustomerOrder // empty: by name
}

// birthdayWindowDays is how many days ahead, today among them, a birthday is near.
const birthdayWindowDays = 7

// ListedCustomer is a customer with where she stands.
type ListedCustomer struct {
	loyalty.Customer
	Stamps int64 // of the card that her next visit stamps
	Target int64
	Owed   []loyalty.RewardKind // of every reward that she may redeem
}

// List returns a page of the active customers, with where each stands. Who
// never came has been here, for NotSeenFor, when she was added.
func (c *Customers) List(ctx context.Context, actor usecase.Actor, list CustomersRequest) (usecase.Listed[ListedCustomer], error) {
	var listed usecase.Listed[ListedCustomer]
	list.Order = cmp.Or(list.Order, store.ByName)
	page, err := list.Order.NewPage(list.Limit, list.Cursor)
	if err != nil {
		return listed, err
	}
	err = c.base.Store.ViewLists(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		search, err := newCustomerSearch(tx, actor, list.Search, business)
		if err != nil {
			return err
		}
		c.applyFilters(&search, list, business)
		customers, err := tx.Customers().List(search, page)
		if err != nil {
			return err
		}
		items, err := standingsOf(tx, business, customers.Items)
		listed = usecase.Listed[ListedCustomer]{Items: items, Total: customers.Total, Next: customers.Next}
		return err
	})
	for i := range listed.Items {
		listed.Items[i].Customer = maskedFor(actor, listed.Items[i].Customer)
	}
	return listed, err
}

// applyFilters adds to a search what else is asked of the customers.
func (c *Customers) applyFilters(search *store.CustomerSearch, list CustomersRequest, business loyalty.Business) {
	today := business.DayOf(c.base.Now())
	search.Owed, search.Order = list.Owed, list.Order
	if list.NotSeenFor > 0 {
		search.SeenBefore = business.StartOf(today.Plus(1 - list.NotSeenFor))
	}
	if list.Birthday {
		search.Birthdays = loyalty.BirthdaysIn(today, birthdayWindowDays)
	}
}

// Create adds a customer with an empty card. When an active customer has
// the phone already, it changes nothing and returns that one, and true. The same
// key is answered as the first time, with the customer as she is now. It refuses
// with a validation error a draft that is not right, field by field.
func (c *Customers) Create(ctx context.Context, actor usecase.Actor, draft loyalty.CustomerDraft, key usecase.IdempotencyKey) (loyalty.Customer, bool, error) {
	var customer loyalty.Customer
	var made creationResult
	if err := key.Validate(); err != nil {
		return customer, false, err
	}
	err := c.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		made, err = usecase.RunOnce(c.base, tx, key, requestFingerprint("create", draft.Values()...), usecase.PlainCodec[creationResult](), func() (creationResult, error) {
			return c.create(tx, actor, draft)
		})
		if err != nil {
			return err
		}
		if customer, err = tx.Customers().Get(made.CustomerID); err != nil || made.Existed {
			return err
		}
		customer.Guardian, err = c.guardianOf(tx, customer)
		return err
	})
	return maskedFor(actor, customer), made.Existed, err
}

// creationResult is what came of a draft. It is kept with its key, and therefore tells
// nothing of the customer.
type creationResult struct {
	CustomerID string `json:"customerId"`
	Existed    bool   `json:"existed"`
}

func (c *Customers) create(tx *store.Tx, actor usecase.Actor, draft loyalty.CustomerDraft) (creationResult, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return creationResult{}, err
	}
	customer, err := draft.Validate(business, business.DayOf(c.base.Now()))
	if err != nil {
		return creationResult{}, err
	}
	added, err := c.add(tx, &customer)
	if err != nil {
		return creationResult{}, err
	}
	if !added {
		known, err := tx.Customers().ByPhone(customer.Phone)
		return creationResult{CustomerID: known.ID, Existed: true}, err
	}
	if err := c.protectMinor(tx, customer, loyalty.FormStaff); err != nil {
		return creationResult{}, err
	}
	if err := c.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerCreated, customer)); err != nil {
		return creationResult{}, err
	}
	return creationResult{CustomerID: customer.ID}, c.base.Record(tx, actor.UserID, loyalty.ActionCustomerCreated, customer.ID, "")
}

// add gives a checked customer her id and card and adds both. It
// reports false when an active customer has the phone.
func (c *Customers) add(tx *store.Tx, customer *loyalty.Customer) (bool, error) {
	id, err := c.base.IDs.Secret()
	if err != nil {
		return false, err
	}
	cardID, err := c.base.IDs.Next(c.base.Now())
	if err != nil {
		return false, err
	}
	customer.ID, customer.CreatedAt = id, c.base.Now()
	return tx.Customers().Insert(*customer, loyalty.Card{ID: cardID, CustomerID: id})
}

// Change changes the fields that were sent and leaves the others. With
// another tag, the milestone at which the card stands by its terms is owed. It
// refuses with loyalty.ErrCustomerNotFound, with loyalty.ErrCustomerChanged when the
// data are no longer those of the version that was seen, with loyalty.ErrPhoneTaken
// a phone that another active customer has, with loyalty.ErrGuardianWithoutPhone to
// take away the phone of somebody with children, and with a validation error what is
// not right, field by field. A child who gets a phone is nobody's child from then on.
func (c *Customers) Change(ctx context.Context, actor usecase.Actor, id string, changes loyalty.CustomerChanges) (loyalty.Customer, error) {
	var customer loyalty.Customer
	err := c.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		if customer, err = tx.Customers().Lock(id); err != nil {
			return err
		}
		if changes.Version != 0 && customer.ID != id {
			return loyalty.ErrCustomerChanged // merged since: these are another record's data
		}
		if customer.Guardian, err = c.guardianOf(tx, customer); err != nil {
			return err
		}
		former := customer
		if customer, err = changes.Apply(former, business, business.DayOf(c.base.Now())); err != nil {
			return err
		}
		if err := refuseUnreachableChildren(tx, former, customer); err != nil {
			return err
		}
		if err := tx.Customers().Update(customer); err != nil {
			return err
		}
		if changes.VerifiesPhone(former, customer) {
			if customer, err = c.confirmPhone(tx, actor, business, customer); err != nil {
				return err
			}
		}
		if changes.VerifiesEmail() {
			if err := tx.Phones().ProveEmail(customer.ID); err != nil {
				return err
			}
		}
		if customer.Tag != former.Tag {
			if err := c.grantCurrentMilestone(tx, business, customer); err != nil {
				return err
			}
		}
		if err := c.protectMinor(tx, customer, consentFormOf(changes)); err != nil {
			return err
		}
		if err := c.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerChanged, customer)); err != nil {
			return err
		}
		return c.base.Record(tx, actor.UserID, loyalty.ActionCustomerChanged, customer.ID, "")
	})
	return maskedFor(actor, customer), err
}

// confirmPhone records that the staff have proved the phone of a customer, which nobody had
// proved. What others may hold of the record ends, and the customer is sent the new QR if they
// accept it. It returns the customer with that QR.
func (c *Customers) confirmPhone(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer,
) (loyalty.Customer, error) {
	if _, _, err := tx.Phones().Prove(customer.ID); err != nil {
		return customer, err
	}
	if err := c.qrChanges.endAccessAfterFirstProof(tx, actor, customer.ID); err != nil {
		return customer, err
	}
	if err := c.base.Record(tx, actor.UserID, loyalty.ActionPhoneVerified, customer.ID, ""); err != nil {
		return customer, err
	}
	current, err := tx.Customers().Get(customer.ID)
	if err != nil {
		return customer, err
	}
	customer.QRID = current.QRID
	_, err = c.messages.SendFirstQR(tx, business, customer, nil)
	return customer, err
}

// grantCurrentMilestone owes what the customer's own card stands at by the terms of her
// tag, unless that milestone has its reward: the card is drawn so.
func (c *Customers) grantCurrentMilestone(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) error {
	card, err := tx.Cards().Of(customer.ID)
	if err != nil {
		return err
	}
	kind, ok := business.IndividualTerms(customer.Tag).RewardAt(card.Stamps)
	if !ok {
		return nil
	}
	_, err = c.rewards.grant(tx, card, customer.ID, loyalty.Milestone{Kind: kind, Stamps: card.Stamps})
	return err
}

// Archive takes a customer, and her children with her, out of lists, look-ups and
// her family. Her phone becomes free; visits and rewards stay. It refuses with
// loyalty.ErrCustomerNotFound.
func (c *Customers) Archive(ctx context.Context, actor usecase.Actor, id string) error {
	return c.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Lock(id)
		if err != nil {
			return err
		}
		leaving, err := withChildren(tx, customer)
		if err != nil {
			return err
		}
		for _, leaves := range leaving {
			if err := tx.Customers().Archive(leaves.ID, c.base.Now()); err != nil {
				return err
			}
			if err := c.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerArchived, leaves)); err != nil {
				return err
			}
			if err := c.base.Record(tx, actor.UserID, loyalty.ActionCustomerArchived, leaves.ID, ""); err != nil {
				return err
			}
		}
		return nil
	})
}

// PublicCustomer is what the id of a QR shows without a session.
type PublicCustomer struct {
	BusinessID string
	Name       string // of a minor its first word
	Phone      string // masked
	// Card is where the customer stands, for the browser in which they registered; else nil.
	Card *loyalty.Progress
}

// Public returns what the id of a QR shows without a session. It refuses with
// loyalty.ErrCustomerNotFound also while the business is suspended.
func (c *Customers) Public(ctx context.Context, qrID string) (PublicCustomer, error) {
	business, err := c.base.ActiveBusinessOfQR(ctx, qrID)
	if err != nil {
		return PublicCustomer{}, err
	}
	shown := PublicCustomer{BusinessID: business.ID}
	err = c.base.Store.ViewBusiness(ctx, business.ID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(qrID)
		if err != nil {
			return err
		}
		shown.Name, shown.Phone = customer.Name, loyalty.MaskPhone(customer.Phone)
		if customer.IsMinor(business.DayOf(c.base.Now())) {
			shown.Name = loyalty.FirstWord(customer.Name)
		}
		shown.Card, err = c.cardInOwnBrowser(ctx, tx, business, customer)
		return err
	})
	return shown, err
}

// cardInOwnBrowser returns where a customer stands, where the calling browser is the one in
// which they registered. A family's card stays hidden while nobody has proved the phone.
func (c *Customers) cardInOwnBrowser(
	ctx context.Context, tx *store.Tx, business loyalty.Business, customer loyalty.Customer,
) (*loyalty.Progress, error) {
	own, err := c.portal.InOwnBrowser(ctx, tx, customer.ID)
	if err != nil || !own {
		return nil, err
	}
	progress, err := c.rewards.cards.ProgressOf(tx, business, customer)
	if err != nil || (customer.PhoneUnverified && progress.FamilyName != "") {
		return nil, err
	}
	return &progress, nil
}
