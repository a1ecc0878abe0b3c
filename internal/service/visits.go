package service

import (
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// VisitRequest asks to register a visit of a customer, who is named by id or
// by phone.
type VisitRequest struct {
	CustomerID string
	Phone      string // as typed; used when CustomerID is empty
	Notes      string
	Authorized bool // the actor allows a further visit on the same day
	Key        Key
}

// RegisteredVisit is a visit that counts from now on.
type RegisteredVisit struct {
	Visit     loyalty.Visit
	Customer  loyalty.Customer
	Progress  loyalty.Progress
	NewReward *loyalty.Reward // what the visit earned, if it earned something
}

// RegisterVisit puts one stamp on the customer's card, or on the card of her
// family when it shares its points, and records the reward that the stamp
// earns. When it returns without error, the visit is durable.
//
// A second visit on the same local day is refused with
// loyalty.ErrSameDayVisit unless it is authorised, which takes admin level.
// The same key is answered with the first answer.
func (s *Service) RegisterVisit(ctx context.Context, actor Actor, request VisitRequest) (RegisteredVisit, error) {
	notes, err := loyalty.CleanNotes("notes", request.Notes)
	if err != nil {
		return RegisteredVisit{}, err
	}
	if err := request.Key.Checked(); err != nil {
		return RegisteredVisit{}, err
	}
	if request.Authorized && !actor.Role.AdminLevel() {
		return RegisteredVisit{}, loyalty.ErrAuthorizationRole
	}
	request.Notes = notes
	var registered RegisteredVisit
	var refused error
	err = s.store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		registered, err = s.registerVisit(tx, actor, request)
		return settle(err, &refused)
	})
	if err == nil {
		err = refused
	}
	registered.Customer = actor.shown(registered.Customer)
	return registered, err
}

func (s *Service) registerVisit(tx *store.Tx, actor Actor, request VisitRequest) (RegisteredVisit, error) {
	business, err := tx.Business()
	if err != nil {
		return RegisteredVisit{}, err
	}
	customerID, err := resolveCustomer(tx, business, request.CustomerID, request.Phone)
	if err != nil {
		return RegisteredVisit{}, err
	}
	// The lock comes first: whoever sends the same key twice at once waits
	// here, and then finds the answer.
	customer, err := tx.LockCustomer(customerID)
	if err != nil {
		return RegisteredVisit{}, err
	}
	asked := fmt.Sprintf("visit of %s, authorized %t: %s", customerID, request.Authorized, request.Notes)
	return once(s, tx, request.Key, asked, func() (RegisteredVisit, error) {
		return s.stampVisit(tx, actor, business, customer, request)
	})
}

func resolveCustomer(tx *store.Tx, business loyalty.Business, id, typedPhone string) (string, error) {
	if id != "" {
		return id, nil
	}
	phone, ok := loyalty.ParsePhone(typedPhone, business.Country)
	if !ok {
		return "", loyalty.InvalidField("phone", "El teléfono no es válido. Escríbelo con su prefijo, por ejemplo +34 612 34 56 78.")
	}
	customer, err := tx.CustomerByPhone(phone)
	return customer.ID, err
}

func (s *Service) stampVisit(
	tx *store.Tx, actor Actor, business loyalty.Business, customer loyalty.Customer, request VisitRequest,
) (RegisteredVisit, error) {
	wallet, err := walletOf(tx, customer)
	if err != nil {
		return RegisteredVisit{}, err
	}
	visit, err := s.newVisit(tx, actor, business, customer, wallet, request)
	if err != nil {
		return RegisteredVisit{}, err
	}
	added, err := tx.InsertVisit(visit)
	if err != nil {
		return RegisteredVisit{}, err
	}
	if !added {
		return RegisteredVisit{}, business.SameDayRefusal(visit.At)
	}
	reward, err := s.countStamp(tx, visit)
	if err != nil {
		return RegisteredVisit{}, err
	}
	wallet.stamped.Stamps = visit.StampNumber
	progress, err := wallet.progress(tx, business, customer, true)
	if err != nil {
		return RegisteredVisit{}, err
	}
	customer.VisitsCount++
	customer.LastVisitAt = visit.At
	return RegisteredVisit{Visit: visit, Customer: customer, Progress: progress, NewReward: reward}, s.recordVisit(tx, visit)
}

func (s *Service) newVisit(
	tx *store.Tx, actor Actor, business loyalty.Business, customer loyalty.Customer, w wallet, request VisitRequest,
) (loyalty.Visit, error) {
	now := s.now()
	id, err := s.ids.Next(now)
	if err != nil {
		return loyalty.Visit{}, err
	}
	visit := loyalty.Visit{
		ID:           id,
		CustomerID:   customer.ID,
		CardID:       w.stamped.ID,
		At:           now,
		Day:          business.DayOf(now),
		StampNumber:  w.stamped.Stamps + 1,
		Terms:        w.terms(business, customer),
		Notes:        request.Notes,
		RegisteredBy: actor.UserID,
	}
	if !request.Authorized {
		return visit, nil
	}
	visit.DaySlot, err = tx.NextDaySlot(customer.ID, visit.Day)
	if visit.DaySlot > 0 {
		visit.AuthorizedBy = actor.UserID
	}
	return visit, err
}

// countStamp puts the visit's stamp on its card and returns the reward that it
// earns, if any. Rewards that deleted visits had cancelled come back when the
// card gets there again, whatever its terms are today.
func (s *Service) countStamp(tx *store.Tx, visit loyalty.Visit) (*loyalty.Reward, error) {
	if _, err := tx.Stamp(visit.CardID, 1); err != nil {
		return nil, err
	}
	if err := tx.CountVisit(visit.CustomerID, 1); err != nil {
		return nil, err
	}
	revived, err := tx.ReviveRewards(visit.CardID, visit.StampNumber)
	if err != nil {
		return nil, err
	}
	earned := false
	if kind, ok := visit.Terms.RewardAt(visit.StampNumber); ok {
		if earned, err = s.earn(tx, visit, kind); err != nil {
			return nil, err
		}
	}
	if !earned && revived == 0 {
		return nil, nil
	}
	reward, err := tx.RewardAt(visit.CardID, visit.StampNumber)
	return &reward, err
}

func (s *Service) earn(tx *store.Tx, visit loyalty.Visit, kind loyalty.RewardKind) (bool, error) {
	id, err := s.ids.Next(visit.At)
	if err != nil {
		return false, err
	}
	return tx.EarnReward(loyalty.Reward{
		ID:         id,
		CardID:     visit.CardID,
		CustomerID: visit.CustomerID,
		Kind:       kind,
		Milestone:  visit.StampNumber,
		CreatedAt:  visit.At,
	})
}

func (s *Service) recordVisit(tx *store.Tx, visit loyalty.Visit) error {
	action := loyalty.ActionVisitRegistered
	if visit.AuthorizedBy != "" {
		action = loyalty.ActionVisitAuthorized
	}
	return s.record(tx, visit.RegisteredBy, action, visit.ID, visit.CustomerID)
}

// DeleteVisit takes a visit back: its stamp goes off the card it was put on,
// and what that stamp earned is owed no longer, unless it was redeemed.
func (s *Service) DeleteVisit(ctx context.Context, actor Actor, visitID string) (loyalty.Customer, loyalty.Progress, error) {
	var customer loyalty.Customer
	var progress loyalty.Progress
	err := s.store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		business, err := tx.Business()
		if err != nil {
			return err
		}
		visit, err := tx.Visit(visitID)
		if err != nil {
			return err
		}
		if _, err = tx.LockCustomer(visit.CustomerID); err != nil {
			return err
		}
		if err = s.unstamp(tx, actor, visitID); err != nil {
			return err
		}
		if customer, err = tx.Customer(visit.CustomerID); err != nil {
			return err
		}
		progress, err = s.progressOf(tx, business, customer)
		return err
	})
	return actor.shown(customer), progress, err
}

// unstamp deletes a visit of a locked customer. It reads the visit again:
// somebody may have deleted it before the lock was had.
func (s *Service) unstamp(tx *store.Tx, actor Actor, visitID string) error {
	visit, err := tx.Visit(visitID)
	if err != nil {
		return err
	}
	if err := tx.DeleteVisit(visit, s.now(), actor.UserID); err != nil {
		return err
	}
	stamps, err := tx.Stamp(visit.CardID, -1)
	if err != nil {
		return err
	}
	if err := tx.CancelRewards(visit.CardID, stamps); err != nil {
		return err
	}
	if err := tx.CountVisit(visit.CustomerID, -1); err != nil {
		return err
	}
	return s.record(tx, actor.UserID, loyalty.ActionVisitDeleted, visit.ID, visit.CustomerID)
}

// ListRequest asks for a page of a list.
type ListRequest struct {
	Search string
	Limit  int
	Cursor string
}

// Visits returns a page of a customer's visits, newest first.
func (s *Service) Visits(ctx context.Context, actor Actor, customerID string, list ListRequest) (store.Listed[store.ListedVisit], error) {
	var visits store.Listed[store.ListedVisit]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return visits, err
	}
	err = s.store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		if _, err = tx.Customer(customerID); err != nil {
			return err
		}
		visits, err = tx.ListVisits(customerID, list.Search, page)
		return err
	})
	return visits, err
}
