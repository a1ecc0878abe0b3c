package service

import (
	"cmp"
	"context"
	"sync/atomic"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Visits registers, deletes and lists visits.
type Visits struct {
	base     *usecase.Base
	cards    *usecase.Cards
	portal   *access.Portal
	scans    hashedScans
	counters struct{ registrations, replays atomic.Uint64 }
}

// Counts returns the visits that this process has registered and replayed.
func (v *Visits) Counts() (registrations, replays uint64) {
	return v.counters.registrations.Load(), v.counters.replays.Load()
}

func (v *Visits) countOutcome(result RegisteredVisit, err error) {
	switch {
	case err != nil || result.Waiting || result.Settled && !result.Replayed:
	case result.Replayed:
		v.counters.replays.Add(1)
	default:
		v.counters.registrations.Add(1)
	}
}

// VisitRequest asks to register a visit of a customer.
type VisitRequest struct {
	CustomerID string
	Scanned    bool   // CustomerID is from a QR
	IDHash     string // of the customer's or the QR's id; CustomerID is from the snapshot, or the beginning of that id
	QRHash     string // of a scanned QR, from an earlier app; CustomerID is from the snapshot
	Phone      string // as typed; without CustomerID
	Notes      string
	ServedBy   string // user id; empty: the actor
	Authorized bool   // further visit of the day
	Times      loyalty.VisitTimes
	Day        loyalty.Day // past day, with a Reason; empty: by Times
	Reason     string
	Key        usecase.IdempotencyKey

	handover   *loyalty.HandoverVisit
	isHashed   func(id string) bool // reports whether IDHash or QRHash is of the id; nil: neither was sent
	keyRequest string               // stored under Key; empty: unknown
}

// RegisteredVisit is the result of Visits.Register.
type RegisteredVisit struct {
	Visit        loyalty.Visit
	CustomerName string
	Progress     loyalty.Progress
	NewReward    *loyalty.Reward

	// Settled means not counted: the day had a visit.
	Settled bool
	// Waiting means that the owner must accept the visit. Visit.ID is the waiting visit's.
	Waiting bool

	RegisteredByName string

	Replayed  bool
	DeletedAt time.Time // on a replay of a deleted visit
}

// Register puts one stamp on the card and grants its reward. When it returns, the visit is durable.
//
// Errors: loyalty.ErrQRRevoked for a QR that ended before the scan, loyalty.ErrCustomerNotFound,
// loyalty.ErrSeveralCustomers, loyalty.ErrSameDayVisit. An authorized second visit needs admin level
// (loyalty.ErrAuthorizationRole) and a key (loyalty.ErrKeyRequired).
//
// A late visit counts on its own day, or is settled if that has one. From an unnamed device on a later day, it waits
// for the owner.
//
// Admin level may enter one of the last loyalty.PastDays days: at noon, once a day, with reason and key; others get
// loyalty.ErrPastDayRole. A replay returns the visit or the refusal.
func (v *Visits) Register(ctx context.Context, actor usecase.Actor, request VisitRequest) (RegisteredVisit, error) {
	request, err := request.normalize()
	if err != nil {
		return RegisteredVisit{}, err
	}
	if request.Key == "" {
		if err := request.checkWithoutKey(actor); err != nil {
			return RegisteredVisit{}, err
		}
	}
	if request, err = v.scans.resolve(ctx, actor.BusinessID, request); err != nil {
		return RegisteredVisit{}, err
	}
	var result RegisteredVisit
	err = v.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		result, err = v.register(tx, actor, request)
		return err
	})
	v.countOutcome(result, err)
	return result, err
}

func (r VisitRequest) normalize() (VisitRequest, error) {
	if err := r.Key.Validate(); err != nil {
		return r, err
	}
	if err := r.Times.Validate(); err != nil {
		return r, err
	}
	if r.Day != "" {
		return r.normalizePastDay()
	}
	var err error
	r.Notes, err = loyalty.CleanNotes("notes", r.Notes)
	return r, err
}

func (v *Visits) register(tx *store.Tx, actor usecase.Actor, request VisitRequest) (RegisteredVisit, error) {
	tx.Visits().Prefetch(request.CustomerID, string(request.Key))
	business, err := tx.Business().Get()
	if err != nil {
		return RegisteredVisit{}, err
	}
	subject, typedPhone, unreadable := request.customerReference(business)
	// The key comes first, so that a replay works for an archived customer, another phone, another country of the
	// business, and another user.
	fingerprint := cmp.Or(request.keyRequest, request.fingerprint(subject))
	return usecase.RunAsStored(tx, request.Key, fingerprint, request.isRetryOf, func(fingerprint string) (RegisteredVisit, error) {
		return usecase.RunOnceAndRefresh(v.base, tx, request.Key, fingerprint, visitCodec(), func() (RegisteredVisit, error) {
			if err := cmp.Or(request.checkRole(actor), unreadable); err != nil {
				return RegisteredVisit{}, err
			}
			customer, err := v.lockCustomerOfVisit(tx, actor, request, typedPhone)
			if err != nil {
				return RegisteredVisit{}, err
			}
			return v.registerNew(tx, actor, business, customer, request)
		}, func(first RegisteredVisit) (RegisteredVisit, error) { return v.replay(tx, business, first) })
	})
}

func (v *Visits) registerNew(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, request VisitRequest,
) (RegisteredVisit, error) {
	wallet, err := usecase.CardsOf(tx, customer)
	if err != nil {
		return RegisteredVisit{}, err
	}
	visit, err := v.newVisit(tx, actor, business, customer, wallet, request)
	if err != nil {
		return RegisteredVisit{}, err
	}
	if answer, isDecided, err := v.decideByScan(tx, actor, business, customer, visit, request); err != nil || isDecided {
		return answer, err
	}
	if request.handover == nil && visit.AwaitsOwner(business.DayOf(v.base.Now())) {
		return v.holdForOwner(tx, actor, business, customer, request.atScan(business, visit), request)
	}
	// The unique day slot uses the zone of the registration, so it allows a second visit after a change of the zone.
	// The lock on the customer excludes concurrent visits.
	if !request.Authorized && !visit.PastDay && business.VisitedToday(customer, visit.At) {
		return v.secondOfDay(tx, actor, business, customer, visit, request)
	}
	tx.Rewards().PrefetchUnredeemed(wallet.CardIDs())
	added, err := tx.Visits().Insert(visit)
	if err != nil {
		return RegisteredVisit{}, err
	}
	if !added {
		return v.secondOfDay(tx, actor, business, customer, visit, request)
	}
	rewards, err := tx.Rewards().ListUnredeemed(wallet.CardIDs())
	if err != nil {
		return RegisteredVisit{}, err
	}
	earnedRewards, err := v.countStamp(tx, customer, visit, rewards)
	if err != nil {
		return RegisteredVisit{}, err
	}
	wallet.StampedCard.Stamps = visit.StampNumber
	if customer.LastVisitAt.Before(visit.At) {
		customer.LastVisitAt = visit.At
	}
	progress := wallet.Progress(business, customer)
	if progress.VisitedToday, err = v.cards.CameToday(tx, business, customer); err != nil {
		return RegisteredVisit{}, err
	}
	progress.Owed = oldestFirst(append(usecase.PendingRewards(rewards), earnedRewards...))
	result := RegisteredVisit{Visit: visit, CustomerName: customer.Name, Progress: progress}
	if len(earnedRewards) > 0 {
		result.NewReward = &earnedRewards[len(earnedRewards)-1]
	}
	event := loyalty.NewCustomerEvent(loyalty.EventVisitRegistered, customer).WithCard(wallet.StampedCard)
	event.VisitID = visit.ID
	if result.NewReward != nil {
		event.RewardID = result.NewReward.ID
	}
	return result, v.recordVisit(tx, visit, event)
}

func (v *Visits) secondVisit(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, visit loyalty.Visit, request VisitRequest,
) (RegisteredVisit, error) {
	existing, err := tx.Visits().OfDay(customer.ID, visit.Day, customer.LastVisitAt)
	if err != nil {
		return RegisteredVisit{}, err
	}
	if visit.PastDay {
		return RegisteredVisit{}, business.PastDayRefusal(existing.Visit, existing.RegisteredByName)
	}
	if !visit.IsLate() && request.handover == nil {
		refusal := business.SameDayRefusal(visit.At)
		refusal.Existing = &loyalty.ExistingVisit{At: existing.At, RegisteredBy: existing.RegisteredByName}
		return RegisteredVisit{}, refusal
	}
	progress, err := v.cards.ProgressOf(tx, business, customer)
	return RegisteredVisit{
		Visit: existing.Visit, CustomerName: customer.Name, Progress: progress, Settled: true, RegisteredByName: existing.RegisteredByName,
	}, err
}

func (v *Visits) newVisit(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, w loyalty.CustomerCards, request VisitRequest,
) (loyalty.Visit, error) {
	now := v.base.Now()
	id, err := v.base.IDs.Next(now)
	if err != nil {
		return loyalty.Visit{}, err
	}
	came, err := request.arrival(actor, business, now)
	if err != nil {
		return loyalty.Visit{}, err
	}
	servedBy, err := request.resolveServedBy(tx, actor)
	if err != nil {
		return loyalty.Visit{}, err
	}
	visit := loyalty.Visit{
		ID:           id,
		CustomerID:   customer.ID,
		CardID:       w.StampedCard.ID,
		At:           came.at,
		ClockSkew:    came.skew,
		Day:          business.DayOf(came.at),
		StampNumber:  w.StampedCard.Stamps + 1,
		Terms:        w.Terms(business, customer),
		Notes:        request.Notes,
		RegisteredBy: actor.UserID,
		ServedBy:     servedBy,
		DeviceID:     came.deviceID,
		PastDay:      request.Day != "",
	}
	if !came.at.Equal(came.receivedAt) {
		visit.ReceivedAt = came.receivedAt
	}
	if !request.Authorized {
		return visit, nil
	}
	visit.DaySlot, err = tx.Visits().NextDaySlot(customer.ID, visit.Day)
	if visit.DaySlot > 0 || business.VisitedToday(customer, visit.At) {
		visit.AuthorizedBy = actor.UserID
	}
	return visit, err
}

func (v *Visits) countStamp(
	tx *store.Tx, customer loyalty.Customer, visit loyalty.Visit, rewards []loyalty.Reward,
) ([]loyalty.Reward, error) {
	if err := tx.Cards().Stamp(visit.CardID); err != nil {
		return nil, err
	}
	if err := tx.Customers().CountVisit(visit, customer.IsFirstVisitOn(visit.Day)); err != nil {
		return nil, err
	}
	earnedRewards, err := reviveRewards(tx, rewards, visit.CardID, visit.StampNumber-1, visit.StampNumber)
	if err != nil {
		return nil, err
	}
	kind, ok := visit.Terms.RewardAt(visit.StampNumber)
	if !ok {
		return earnedRewards, nil
	}
	reward, added, err := v.earn(tx, visit, kind)
	if added {
		earnedRewards = append(earnedRewards, reward)
	}
	return earnedRewards, err
}

// earn inserts a milestone's reward, dated by receipt: cards fill in that order.
func (v *Visits) earn(tx *store.Tx, visit loyalty.Visit, kind loyalty.RewardKind) (loyalty.Reward, bool, error) {
	id, err := v.base.IDs.Next(visit.ReceivedTime())
	if err != nil {
		return loyalty.Reward{}, false, err
	}
	reward := loyalty.Reward{
		ID:         id,
		CardID:     visit.CardID,
		CustomerID: visit.CustomerID,
		Kind:       kind,
		Status:     loyalty.RewardPending,
		Milestone:  visit.StampNumber,
		CreatedAt:  visit.ReceivedTime(),
	}
	added, err := tx.Rewards().Insert(reward)
	return reward, added, err
}

func (v *Visits) recordVisit(tx *store.Tx, visit loyalty.Visit, event loyalty.Event) error {
	if err := v.base.Append(tx, event); err != nil {
		return err
	}
	action := loyalty.ActionVisitRegistered
	switch {
	case visit.PastDay:
		action = loyalty.ActionPastDayRegistered
	case visit.AuthorizedBy != "":
		action = loyalty.ActionVisitAuthorized
	}
	return v.base.Record(tx, visit.RegisteredBy, action, visit.ID, visit.CustomerID)
}

// Delete removes a visit, its stamp, and unredeemed rewards for more stamps than are left. Errors:
// loyalty.ErrVisitNotFound, loyalty.ErrVisitCorrected if corrections left no stamp.
func (v *Visits) Delete(ctx context.Context, actor usecase.Actor, visitID string) (loyalty.Progress, error) {
	return v.remove(ctx, actor, visitID, loyalty.ActionVisitDeleted)
}

// Undo deletes the actor's visit. Errors: loyalty.ErrUndoNotYours, loyalty.ErrUndoTooLate after
// loyalty.VisitUndoWindow.
func (v *Visits) Undo(ctx context.Context, actor usecase.Actor, visitID string) (loyalty.Progress, error) {
	return v.remove(ctx, actor, visitID, loyalty.ActionVisitUndone)
}

func (v *Visits) remove(ctx context.Context, actor usecase.Actor, visitID string, action loyalty.Action) (loyalty.Progress, error) {
	var progress loyalty.Progress
	err := v.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		visit, err := tx.Visits().Get(visitID)
		if err != nil {
			return err
		}
		if _, err = tx.Customers().Lock(visit.CustomerID); err != nil {
			return err
		}
		if err = v.unstamp(tx, actor, visitID, action); err != nil {
			return err
		}
		customer, err := tx.Customers().Get(visit.CustomerID)
		if err != nil {
			return err
		}
		progress, err = v.cards.ProgressOf(tx, business, customer)
		return err
	})
	return progress, err
}

// unstamp deletes a visit and removes its stamp. It reads the visit again: it may have been deleted before the customer
// was locked.
func (v *Visits) unstamp(tx *store.Tx, actor usecase.Actor, visitID string, action loyalty.Action) error {
	visit, err := tx.Visits().Get(visitID)
	if err != nil {
		return err
	}
	switch refusal := visit.MayUndo(actor.UserID, v.base.Now()); {
	case refusal == nil:
		action = loyalty.ActionVisitUndone // as in the staff report, whichever button was used
	case action == loyalty.ActionVisitUndone:
		return refusal
	}
	stampedCard, err := tx.Cards().Lock(visit.CardID)
	if err != nil {
		return err
	}
	if stampedCard.Stamps == 0 {
		return loyalty.ErrVisitCorrected
	}
	if err := tx.Visits().Delete(visit, v.base.Now(), actor.UserID); err != nil {
		return err
	}
	card, err := tx.Cards().Adjust(visit.CardID, -1)
	if err != nil {
		return err
	}
	if err := tx.Rewards().Cancel(card.ID, card.Stamps); err != nil {
		return err
	}
	if err := tx.Customers().UncountVisit(visit); err != nil {
		return err
	}
	event := loyalty.Event{Kind: loyalty.EventVisitDeleted, CustomerID: visit.CustomerID, VisitID: visit.ID}
	if err := v.base.Append(tx, event.WithCard(card)); err != nil {
		return err
	}
	return v.base.Record(tx, actor.UserID, action, visit.ID, visit.CustomerID)
}

// List returns a page, newest first, or loyalty.ErrCustomerNotFound.
func (v *Visits) List(ctx context.Context, actor usecase.Actor, customerID string, list usecase.ListRequest) (usecase.List[usecase.ListedVisit], error) {
	var visits usecase.List[usecase.ListedVisit]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return visits, err
	}
	err = v.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(customerID)
		if err != nil {
			return err
		}
		visits, err = tx.Visits().List(customer.ID, list.Search, page)
		return err
	})
	return visits, err
}
