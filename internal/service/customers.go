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

// Customers finds, lists, adds, changes and archives customers.
type Customers struct {
	base      *usecase.Base
	rewards   *Rewards
	qrChanges *QRChanges
	messages  *messaging.Messages
	portal    *access.Portal
}

// maskedFor hides phones and e-mails, also in notes, below admin level (specification, section 6).
func maskedFor(actor usecase.Actor, customer loyalty.Customer) loyalty.Customer {
	if actor.Role.IsAdminLevel() {
		return customer
	}
	customer.Phone = loyalty.MaskPhone(customer.Phone)
	customer.Email = loyalty.MaskEmail(customer.Email)
	customer.Notes = loyalty.MaskOtherContacts(customer.Notes)
	return customer
}

// Get returns an active customer, masked, or loyalty.ErrCustomerNotFound. A merged id is the kept record's.
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

// Lookup returns the customer with the phone or, without a phone, with the e-mail. Errors: loyalty.ErrCustomerNotFound,
// also for invalid values; loyalty.ErrSeveralCustomers; a validation error without both.
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

// CustomerOrder is the order of a customer list.
type CustomerOrder = store.CustomerOrder

// CustomersRequest by default asks for all, by name.
type CustomersRequest struct {
	usecase.ListRequest
	Owed       bool
	NotSeenFor int  // days without a visit; 0: all
	Birthday   bool // in the next week
	Order      CustomerOrder
	From       string // names from this text on
}

const birthdayWindowDays = 7

// ListedCustomer is a customer with their progress.
type ListedCustomer struct {
	loyalty.Customer
	Stamps int64
	Target int64
	Owed   []loyalty.RewardKind

	OwedValue int64 // cents at the mean ticket, for admin level; 0: unknown
}

// List returns a page of customers with their progress. NotSeenFor counts from the registration if there is no visit.
func (c *Customers) List(ctx context.Context, actor usecase.Actor, list CustomersRequest) (usecase.List[ListedCustomer], error) {
	var customerPage usecase.List[ListedCustomer]
	list.Order = cmp.Or(list.Order, store.ByName)
	page, err := list.Order.NewPage(list.Limit, list.Cursor)
	if err != nil {
		return customerPage, err
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
		items, err := withProgress(tx, business, customers.Items)
		for i := range items {
			if actor.Role.IsAdminLevel() {
				items[i].OwedValue = business.ValueOfRewards(items[i].Owed)
			}
		}
		customerPage = usecase.List[ListedCustomer]{Items: items, Total: customers.Total, Next: customers.Next}
		return err
	})
	for i := range customerPage.Items {
		customerPage.Items[i].Customer = maskedFor(actor, customerPage.Items[i].Customer)
	}
	return customerPage, err
}

func (c *Customers) applyFilters(search *store.CustomerSearch, list CustomersRequest, business loyalty.Business) {
	today := business.DayOf(c.base.Now())
	search.Owed, search.Order, search.From = list.Owed, list.Order, list.From
	if list.NotSeenFor > 0 {
		search.SeenBefore = business.StartOf(today.Plus(1 - list.NotSeenFor))
	}
	if list.Birthday {
		search.Birthdays = loyalty.BirthdaysIn(today, birthdayWindowDays)
	}
}

// Create adds a customer with a card, or returns the one with the phone and true. Error: a validation error by field.
func (c *Customers) Create(ctx context.Context, actor usecase.Actor, draft loyalty.CustomerDraft, key usecase.IdempotencyKey) (loyalty.Customer, bool, error) {
	var customer loyalty.Customer
	var result creationResult
	if err := key.Validate(); err != nil {
		return customer, false, err
	}
	err := c.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		result, err = usecase.RunOnce(c.base, tx, key, requestFingerprint("create", draft.Values()...), usecase.PlainCodec[creationResult](), func() (creationResult, error) {
			return c.create(tx, actor, draft)
		})
		if err != nil {
			return err
		}
		if customer, err = tx.Customers().Get(result.CustomerID); err != nil || result.Existed {
			return err
		}
		customer.Guardian, err = c.guardianOf(tx, customer)
		return err
	})
	return maskedFor(actor, customer), result.Existed, err
}

// creationResult has no personal data: it is stored with its key.
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
		existingCustomer, err := tx.Customers().ByPhone(customer.Phone)
		return creationResult{CustomerID: existingCustomer.ID, Existed: true}, err
	}
	if err := c.protectMinor(tx, customer, loyalty.FormStaff); err != nil {
		return creationResult{}, err
	}
	if err := c.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerCreated, customer)); err != nil {
		return creationResult{}, err
	}
	return creationResult{CustomerID: customer.ID}, c.base.Record(tx, actor.UserID, loyalty.ActionCustomerCreated, customer.ID, "")
}

func (c *Customers) add(tx *store.Tx, customer *loyalty.Customer) (bool, error) {
	id, err := c.base.IDs.Secret()
	if err != nil {
		return false, err
	}
	cardID, err := c.base.IDs.Next(c.base.Now())
	if err != nil {
		return false, err
	}
	if customer.QRID, err = c.base.IDs.Secret(); err != nil {
		return false, err
	}
	customer.ID, customer.CreatedAt = id, c.base.Now()
	return tx.Customers().Insert(*customer, loyalty.Card{ID: cardID, CustomerID: id})
}

// Change applies the sent fields. A new tag grants the milestone just reached. A child with a phone loses the guardian.
// Errors: loyalty.ErrCustomerNotFound, loyalty.ErrCustomerChanged, loyalty.ErrPhoneTaken,
// loyalty.ErrGuardianWithoutPhone, a validation error by field.
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
			return loyalty.ErrCustomerChanged // merged: the caller saw another record
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
			if err := tx.Phones().MarkEmailVerified(customer.ID); err != nil {
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
		return c.base.RecordChange(tx, actor.UserID, loyalty.ActionCustomerChanged, customer.ID, "", loyalty.ChangedCustomerFields(former, customer))
	})
	return maskedFor(actor, customer), err
}

func (c *Customers) confirmPhone(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer,
) (loyalty.Customer, error) {
	if _, _, err := tx.Phones().MarkVerified(customer.ID); err != nil {
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

// Archive hides a customer with their children, who leave their family. The phone becomes free; visits and rewards
// stay. Error: loyalty.ErrCustomerNotFound.
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

// PublicCustomer may be read with a QR's id.
type PublicCustomer struct {
	BusinessID string
	Name       string // for a minor only the first word
	Phone      string // masked
	// Card is only for the registering browser.
	Card *loyalty.Progress
}

// Public returns a QR's customer, or loyalty.ErrCustomerNotFound, also for a suspended business.
func (c *Customers) Public(ctx context.Context, qrID string) (PublicCustomer, error) {
	business, err := c.base.ActiveBusinessOfQR(ctx, qrID)
	if err != nil {
		return PublicCustomer{}, err
	}
	public := PublicCustomer{BusinessID: business.ID}
	err = c.base.Store.ViewBusiness(ctx, business.ID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(qrID)
		if err != nil {
			return err
		}
		public.Name, public.Phone = customer.Name, loyalty.MaskPhone(customer.Phone)
		if customer.IsMinor(business.DayOf(c.base.Now())) {
			public.Name = loyalty.FirstWord(customer.Name)
		}
		public.Card, err = c.cardInOwnBrowser(ctx, tx, business, customer)
		return err
	})
	return public, err
}

// cardInOwnBrowser returns the progress for the browser that registered the customer, nil for others. It hides a
// family's card while the phone is unverified.
func (c *Customers) cardInOwnBrowser(
	ctx context.Context, tx *store.Tx, business loyalty.Business, customer loyalty.Customer,
) (*loyalty.Progress, error) {
	own, err := c.portal.IsRegistrantBrowser(ctx, tx, customer.ID)
	if err != nil || !own {
		return nil, err
	}
	progress, err := c.rewards.cards.ProgressOf(tx, business, customer)
	if err != nil || (customer.PhoneUnverified && progress.FamilyName != "") {
		return nil, err
	}
	return &progress, nil
}
