package service

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// shown returns the customer as the actor may see her: below admin level,
// phone and e-mail are masked (specification, section 6).
func (a Actor) shown(customer loyalty.Customer) loyalty.Customer {
	if a.Role.AdminLevel() {
		return customer
	}
	customer.Phone = loyalty.MaskPhone(customer.Phone)
	customer.Email = loyalty.MaskEmail(customer.Email)
	return customer
}

// searching is a search as the actor may make it: what she sees masked, she
// does not find by its parts.
func (a Actor) searching(tx *store.Tx, text string, business loyalty.Business) (store.CustomerSearch, error) {
	search := store.CustomerSearch{Text: text, Masked: !a.Role.AdminLevel()}
	meant, err := a.phoneMeans(tx, loyalty.ReadTypedPhone(text, business.Country))
	for _, customer := range meant {
		search.Phones = append(search.Phones, customer.Phone)
	}
	return search, err
}

// phoneMeans returns the active customers whom a typed phone may mean: the one
// who has it, else those who have it with the prefix of another country, else
// those whose phone ends so. The last only for who sees phones whole: others
// would find out masked digits one by one.
func (a Actor) phoneMeans(tx *store.Tx, typed loyalty.TypedPhone) ([]loyalty.Customer, error) {
	if typed.Whole != "" {
		customer, err := tx.CustomerByPhone(typed.Whole)
		if err == nil {
			return []loyalty.Customer{customer}, nil
		}
		if !errors.Is(err, loyalty.ErrCustomerNotFound) {
			return nil, err
		}
	}
	if typed.Ending == "" {
		return nil, nil
	}
	ending, err := tx.CustomersByPhoneEnd(typed.Ending)
	if err != nil {
		return nil, err
	}
	var whole []loyalty.Customer
	for _, customer := range ending {
		if typed.IsAllOf(customer.Phone) {
			whole = append(whole, customer)
		}
	}
	if len(whole) > 0 || !a.Role.AdminLevel() {
		return whole, nil
	}
	return ending, nil
}

// customerByPhone returns the one active customer whom a typed phone means. It
// refuses with loyalty.ErrCustomerNotFound and, where it may mean several,
// with loyalty.ErrSeveralCustomers: nobody is guessed.
func (a Actor) customerByPhone(tx *store.Tx, typed loyalty.TypedPhone) (loyalty.Customer, error) {
	meant, err := a.phoneMeans(tx, typed)
	switch {
	case err != nil:
		return loyalty.Customer{}, err
	case len(meant) == 0:
		return loyalty.Customer{}, loyalty.ErrCustomerNotFound
	case len(meant) > 1:
		return loyalty.Customer{}, loyalty.ErrSeveralCustomers
	}
	return meant[0], nil
}

// Customer returns an active customer, as the actor may see her, or
// loyalty.ErrCustomerNotFound. The id of a record that was merged into another
// returns that one.
func (s *Service) Customer(ctx context.Context, actor Actor, id string) (loyalty.Customer, error) {
	var customer loyalty.Customer
	err := s.store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		if customer, err = tx.Customer(id); err != nil {
			return err
		}
		customer.Guardian, err = s.guardianOf(tx, customer)
		return err
	})
	return actor.shown(customer), err
}

// LookupCustomer returns the active customer whom a phone, as typed, means, or
// else the one with an e-mail. It refuses with loyalty.ErrCustomerNotFound also
// what is no phone or address, with loyalty.ErrSeveralCustomers a phone that may
// be that of several, and with a validation error a request with neither.
func (s *Service) LookupCustomer(ctx context.Context, actor Actor, phone, email string) (loyalty.Customer, error) {
	if strings.TrimSpace(phone) == "" && strings.TrimSpace(email) == "" {
		return loyalty.Customer{}, loyalty.InvalidField("phone", "Indica un teléfono o un correo.")
	}
	var customer loyalty.Customer
	err := s.store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business()
		if err != nil {
			return err
		}
		if customer, err = actor.findCustomer(tx, business, phone, email); err != nil {
			return err
		}
		customer.Guardian, err = s.guardianOf(tx, customer)
		return err
	})
	return actor.shown(customer), err
}

func (a Actor) findCustomer(tx *store.Tx, business loyalty.Business, phone, email string) (loyalty.Customer, error) {
	if strings.TrimSpace(phone) != "" {
		return a.customerByPhone(tx, loyalty.ReadTypedPhone(phone, business.Country))
	}
	address, ok := loyalty.ParseEmail(email)
	if !ok {
		return loyalty.Customer{}, loyalty.ErrCustomerNotFound
	}
	return tx.CustomerByEmail(address)
}

// CustomerOrder says which customers of a list come first.
type CustomerOrder = store.CustomerOrder

// CustomersRequest asks for a page of the customers; its zero value for all of
// them by name.
type CustomersRequest struct {
	ListRequest
	Owed       bool          // only to whom a reward is owed
	NotSeenFor int           // only who has not been here for so many days; zero: all
	Birthday   bool          // only whose birthday is within a week
	Order      CustomerOrder // empty: by name
}

// birthdaysAhead is how many days ahead, today among them, a birthday is near.
const birthdaysAhead = 7

// ListedCustomer is a customer with where she stands.
type ListedCustomer struct {
	loyalty.Customer
	Stamps int64 // of the card that her next visit stamps
	Target int64
	Owed   []loyalty.RewardKind // of every reward that she may redeem
}

// Customers returns a page of the active customers, with where each stands. Who
// never came has been here, for NotSeenFor, when she was added.
func (s *Service) Customers(ctx context.Context, actor Actor, list CustomersRequest) (Listed[ListedCustomer], error) {
	var listed Listed[ListedCustomer]
	list.Order = cmp.Or(list.Order, store.ByName)
	page, err := list.Order.NewPage(list.Limit, list.Cursor)
	if err != nil {
		return listed, err
	}
	err = s.store.ViewLists(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business()
		if err != nil {
			return err
		}
		search, err := actor.searching(tx, list.Search, business)
		if err != nil {
			return err
		}
		s.narrow(&search, list, business)
		customers, err := tx.ListCustomers(search, page)
		if err != nil {
			return err
		}
		standings, err := tx.StandingsOf(customers.Items)
		listed = Listed[ListedCustomer]{Items: []ListedCustomer{}, Total: customers.Total, Next: customers.Next}
		for _, customer := range customers.Items {
			standing, target := standings[customer.ID], nextTerms(business, customer).Target
			listed.Items = append(listed.Items, ListedCustomer{actor.shown(customer), standing.Stamps, target, standing.Owed})
		}
		return err
	})
	return listed, err
}

// narrow adds to a search what else is asked of the customers.
func (s *Service) narrow(search *store.CustomerSearch, list CustomersRequest, business loyalty.Business) {
	today := business.DayOf(s.now())
	search.Owed, search.Order = list.Owed, list.Order
	if list.NotSeenFor > 0 {
		search.SeenBefore = business.Begins(today.Plus(1 - list.NotSeenFor))
	}
	if list.Birthday {
		search.Birthdays = loyalty.BirthdaysIn(today, birthdaysAhead)
	}
}

// CreateCustomer adds a customer with an empty card. When an active customer has
// the phone already, it changes nothing and returns that one, and true. The same
// key is answered as the first time, with the customer as she is now. It refuses
// with a validation error a draft that is not right, field by field.
func (s *Service) CreateCustomer(ctx context.Context, actor Actor, draft loyalty.CustomerDraft, key Key) (loyalty.Customer, bool, error) {
	var customer loyalty.Customer
	var made creation
	if err := key.Checked(); err != nil {
		return customer, false, err
	}
	err := s.inBusinessOnce(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		made, err = once(s, tx, key, describe("create", said(draft)...), plainForm[creation](), func() (creation, error) {
			return s.createCustomer(tx, actor, draft)
		})
		if err != nil {
			return err
		}
		if customer, err = tx.Customer(made.CustomerID); err != nil || made.Existed {
			return err
		}
		customer.Guardian, err = s.guardianOf(tx, customer)
		return err
	})
	return actor.shown(customer), made.Existed, err
}

// creation is what came of a draft. It is kept with its key, and therefore tells
// nothing of the customer.
type creation struct {
	CustomerID string `json:"customerId"`
	Existed    bool   `json:"existed"`
}

func (s *Service) createCustomer(tx *store.Tx, actor Actor, draft loyalty.CustomerDraft) (creation, error) {
	business, err := tx.Business()
	if err != nil {
		return creation{}, err
	}
	customer, err := draft.Checked(business, business.DayOf(s.now()))
	if err != nil {
		return creation{}, err
	}
	added, err := s.addCustomer(tx, &customer)
	if err != nil {
		return creation{}, err
	}
	if !added {
		known, err := tx.CustomerByPhone(customer.Phone)
		return creation{CustomerID: known.ID, Existed: true}, err
	}
	if err := s.protectMinor(tx, customer, loyalty.FormStaff); err != nil {
		return creation{}, err
	}
	return creation{CustomerID: customer.ID}, s.record(tx, actor.UserID, loyalty.ActionCustomerCreated, customer.ID, "")
}

// addCustomer gives a checked customer her id and card and adds both. It
// reports false when an active customer has the phone.
func (s *Service) addCustomer(tx *store.Tx, customer *loyalty.Customer) (bool, error) {
	id, err := s.ids.Secret()
	if err != nil {
		return false, err
	}
	cardID, err := s.ids.Next(s.now())
	if err != nil {
		return false, err
	}
	customer.ID, customer.CreatedAt = id, s.now()
	return tx.InsertCustomer(*customer, loyalty.Card{ID: cardID, CustomerID: id})
}

// ChangeCustomer changes the fields that were sent and leaves the others. With
// another tag, the milestone at which the card stands by its terms is owed. It
// refuses with loyalty.ErrCustomerNotFound, with loyalty.ErrCustomerChanged when the
// data are no longer those of the version that was seen, with loyalty.ErrPhoneTaken
// a phone that another active customer has, and with a validation error what is
// not right, field by field.
func (s *Service) ChangeCustomer(ctx context.Context, actor Actor, id string, changes loyalty.CustomerChanges) (loyalty.Customer, error) {
	var customer loyalty.Customer
	err := s.store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business()
		if err != nil {
			return err
		}
		if customer, err = tx.LockCustomer(id); err != nil {
			return err
		}
		if changes.Version != 0 && customer.ID != id {
			return loyalty.ErrCustomerChanged // merged since: these are another record's data
		}
		if customer.Guardian, err = s.guardianOf(tx, customer); err != nil {
			return err
		}
		former := customer.Tag
		if customer, err = changes.Apply(customer, business, business.DayOf(s.now())); err != nil {
			return err
		}
		if err := tx.UpdateCustomer(customer); err != nil {
			return err
		}
		if customer.Tag != former {
			if err := s.grantStanding(tx, business, customer); err != nil {
				return err
			}
		}
		if err := s.protectMinor(tx, customer, whereChanged(changes)); err != nil {
			return err
		}
		return s.record(tx, actor.UserID, loyalty.ActionCustomerChanged, customer.ID, "")
	})
	return actor.shown(customer), err
}

// grantStanding owes what the customer's own card stands at by the terms of her
// tag, unless that milestone has its reward: the card is drawn so.
func (s *Service) grantStanding(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) error {
	card, err := tx.CardOf(customer.ID)
	if err != nil {
		return err
	}
	kind, ok := business.IndividualTerms(customer.Tag).RewardAt(card.Stamps)
	if !ok {
		return nil
	}
	return s.grant(tx, card.ID, customer.ID, loyalty.Milestone{Kind: kind, Stamps: card.Stamps})
}

// ArchiveCustomer takes a customer out of lists, look-ups and her family. Her
// phone becomes free; visits and rewards stay. It refuses with
// loyalty.ErrCustomerNotFound.
func (s *Service) ArchiveCustomer(ctx context.Context, actor Actor, id string) error {
	return s.store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.LockCustomer(id)
		if err != nil {
			return err
		}
		if err := tx.ArchiveCustomer(customer.ID, s.now()); err != nil {
			return err
		}
		return s.record(tx, actor.UserID, loyalty.ActionCustomerArchived, customer.ID, "")
	})
}

// openBusinessOf is businessOfCustomer for what an id opens only while the business
// is active: else it tells as little as one that there is not.
func (s *Service) openBusinessOf(ctx context.Context, customerID string) (loyalty.Business, error) {
	business, err := s.businessOfCustomer(ctx, customerID)
	if err == nil && !business.Active() {
		err = loyalty.ErrCustomerNotFound
	}
	return business, err
}

// businessOfCustomer returns the business that a public id belongs to, or
// loyalty.ErrCustomerNotFound.
func (s *Service) businessOfCustomer(ctx context.Context, customerID string) (loyalty.Business, error) {
	var business loyalty.Business
	err := s.store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		business, err = tx.BusinessOfCustomer(customerID)
		return err
	})
	return business, err
}

// PublicCustomer returns what a public id by itself tells: the id of the
// business, and of the customer her name, of a minor its first word, and her
// masked phone; nothing else of her is set. It refuses with
// loyalty.ErrCustomerNotFound also while the business is suspended.
func (s *Service) PublicCustomer(ctx context.Context, customerID string) (businessID string, shown loyalty.Customer, err error) {
	business, err := s.openBusinessOf(ctx, customerID)
	if err != nil {
		return "", shown, err
	}
	err = s.store.ViewBusiness(ctx, business.ID, func(tx *store.Tx) error {
		customer, err := tx.Customer(customerID)
		if err != nil {
			return err
		}
		shown = loyalty.Customer{Name: customer.Name, Phone: loyalty.MaskPhone(customer.Phone)}
		if customer.Minor(business.DayOf(s.now())) {
			shown.Name = loyalty.FirstWord(customer.Name)
		}
		return nil
	})
	return business.ID, shown, err
}

// PublicVisits returns a page of the visits that a public id opens, newest first,
// or loyalty.ErrCustomerNotFound.
func (s *Service) PublicVisits(ctx context.Context, customerID string, list ListRequest) (Listed[ListedVisit], error) {
	business, err := s.openBusinessOf(ctx, customerID)
	if err != nil {
		return Listed[ListedVisit]{}, err
	}
	return s.Visits(ctx, Actor{BusinessID: business.ID}, customerID, list)
}
