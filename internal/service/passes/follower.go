package passes

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"axioma/internal/logs"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	followEvery = time.Second
	// reviewEvery is how soon the next step follows while all passes of a business are
	// looked at: others come between.
	reviewEvery = 50 * time.Millisecond
	// reviewedAtATime are the passes of one transaction: no check-in waits for more.
	reviewedAtATime = 50
)

// Follower has passes follow the cards that they show. It subscribes to events: an act that adds
// one knows nothing of passes and waits for none. Only passes that somebody keeps are looked at.
// Each of any number of programs on one database may have one, and it is used by one goroutine.
type Follower struct {
	base       *usecase.Base
	passes     *Passes
	dispatcher *usecase.Dispatcher

	subscribed bool
	kept       time.Time       // when the position was stored last
	owed       map[string]bool // the businesses of which all passes are to be looked at, before that is written down
	faults     faults

	mu    sync.Mutex // of inbox: another goroutine may poll for this one
	inbox usecase.News
}

func newFollower(base *usecase.Base, passes *Passes, dispatcher *usecase.Dispatcher) *Follower {
	return &Follower{base: base, passes: passes, dispatcher: dispatcher, owed: map[string]bool{}, faults: faults{}}
}

// Follow does from time to time what Round does once, until the context ends.
func (f *Follower) Follow(ctx context.Context, log *slog.Logger) {
	var episode logs.Episode
	for pause := followEvery; ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		more, err := f.Round(ctx)
		episode.Note(ctx, log, "following passes", err)
		pause = followEvery
		if more && err == nil {
			pause = reviewEvery
		}
	}
}

// Round renews the passes of those to whom something has happened since the last one, and
// some of each business of which all are to be looked at, and reports whether there were
// such. What fails is done in the next one; what fails with the passes of one business is
// returned once, until it goes again, and done later and later.
func (f *Follower) Round(ctx context.Context) (more bool, err error) {
	if !f.subscribed {
		if err := f.begin(ctx); err != nil {
			return false, err
		}
	}
	err = f.hear(ctx)
	more, fault := f.review(ctx)
	return more, errors.Join(err, fault)
}

// receive puts news into the inbox.
func (f *Follower) receive(_ context.Context, news usecase.News) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inbox = usecase.News{Events: append(f.inbox.Events, news.Events...), Missed: f.inbox.Missed || news.Missed, UpTo: news.UpTo}
}

// takeInbox empties the inbox.
func (f *Follower) takeInbox() usecase.News {
	f.mu.Lock()
	defer f.mu.Unlock()
	news := f.inbox
	f.inbox = usecase.News{UpTo: news.UpTo}
	return news
}

// missed has every pass looked at in the next round: what happened could not be followed.
func (f *Follower) missed() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inbox.Missed = true
}

// reviewAll has every pass looked at.
func (f *Follower) reviewAll(ctx context.Context) error {
	var businesses []string
	err := f.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.PassReviews().Businesses()
		return err
	})
	for _, id := range businesses {
		f.owed[id] = true
	}
	return err
}

// beginReviews has all passes of those businesses looked at of which that is owed.
func (f *Follower) beginReviews(ctx context.Context) (err error) {
	for _, id := range slices.Sorted(maps.Keys(f.owed)) {
		if f.faults.rests(id, f.base.Now()) {
			continue
		}
		if fault := f.beginReview(ctx, id); fault != nil {
			err = errors.Join(err, f.faults.met(id, f.base.Now(), fault))
			continue
		}
		delete(f.owed, id)
	}
	return err
}

// beginReview has every pass of a business looked at, from the first on.
func (f *Follower) beginReview(ctx context.Context, businessID string) error {
	cause, err := f.base.IDs.Next(f.base.Now())
	if err != nil {
		return err
	}
	return f.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error { return tx.Passes().BeginReview(cause) })
}

// hear renews the passes that the events since the last time concern.
func (f *Follower) hear(ctx context.Context) error {
	if err := f.dispatcher.Poll(ctx); err != nil {
		return err
	}
	news := f.takeInbox()
	if news.Missed {
		if err := f.reviewAll(ctx); err != nil {
			f.missed()
			return err
		}
	}
	fresh, err := f.ofKeptPasses(ctx, news.Events)
	if err != nil {
		f.missed()
		return err
	}
	for businessID, events := range fresh {
		err = errors.Join(err, f.hearOf(ctx, businessID, events))
	}
	return errors.Join(err, f.beginReviews(ctx), f.keep(ctx, news.UpTo))
}

// ofKeptPasses are events by business, of those with a pass that somebody keeps.
func (f *Follower) ofKeptPasses(ctx context.Context, events []loyalty.Event) (map[string][]loyalty.Event, error) {
	if len(events) == 0 {
		return nil, nil
	}
	var businesses []string
	err := f.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.PassReviews().Businesses()
		return err
	})
	fresh := map[string][]loyalty.Event{}
	for _, event := range events {
		if _, kept := slices.BinarySearch(businesses, event.BusinessID); kept {
			fresh[event.BusinessID] = append(fresh[event.BusinessID], event)
		}
	}
	return fresh, err
}

// hearOf renews the passes that events of a business concern. One with which that fails
// holds up no other: all of its passes are looked at then.
func (f *Follower) hearOf(ctx context.Context, businessID string, events []loyalty.Event) (err error) {
	everyone := false
	for _, urgency := range loyalty.PushUrgencies() {
		some := slices.DeleteFunc(slices.Clone(events), func(event loyalty.Event) bool { return event.Urgency() != urgency })
		if err == nil && !everyone {
			everyone, err = f.renewBy(ctx, businessID, some, urgency)
		}
	}
	if err != nil || everyone {
		f.owed[businessID] = true
	}
	return f.faults.met(businessID, f.base.Now(), err)
}

// renewBy renews the passes that some events of a business concern, unless it reports that
// all are to be looked at: the events concern everyone, or rewards were granted to many.
func (f *Follower) renewBy(ctx context.Context, businessID string, events []loyalty.Event, urgency loyalty.PushUrgency) (everyone bool, err error) {
	audience, err := f.dispatcher.Audience(ctx, businessID, events)
	many := urgency == loyalty.PushOfAll && len(audience.Customers) > reviewedAtATime
	if err != nil || audience.Everyone || many {
		return audience.Everyone || many, err
	}
	return false, f.renewOf(ctx, businessID, slices.Sorted(maps.Keys(audience.Customers)), urgency)
}

// renewOf renews the passes that show the cards of some customers.
func (f *Follower) renewOf(ctx context.Context, businessID string, customers []string, urgency loyalty.PushUrgency) error {
	for some := range slices.Chunk(customers, reviewedAtATime) {
		var says map[string]string
		var behind []loyalty.Pass
		err := f.base.Store.ViewBusiness(ctx, businessID, func(tx *store.Tx) error {
			var passes []loyalty.Pass
			for _, id := range some {
				kept, err := tx.Passes().KeptOf(id)
				if err != nil {
					return err
				}
				passes = append(passes, kept...)
			}
			var err error
			if says, err = f.changed(tx, passes); err != nil {
				return err
			}
			behind, err = waitBehind(tx, passes, says, urgency)
			return err
		})
		if err == nil && len(says) > 0 {
			err = f.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error { return f.renew(tx, says, urgency) })
		}
		if err == nil {
			err = f.hasten(ctx, businessID, behind, urgency)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// waitBehind are the passes that say already what they should, of which the news still waits as
// something less urgent: what else was looked at came before this.
func waitBehind(tx *store.Tx, passes []loyalty.Pass, says map[string]string, urgency loyalty.PushUrgency) ([]loyalty.Pass, error) {
	var behind []loyalty.Pass
	for _, pass := range passes {
		if _, changed := says[pass.CustomerID]; changed {
			continue
		}
		waits, err := tx.Passes().WaitsBehind(pass, urgency)
		if err != nil {
			return nil, err
		}
		if waits {
			behind = append(behind, pass)
		}
	}
	return behind, nil
}

// hasten makes news that waits more urgent, of one pass after the other: so no two programs
// wait for each other.
func (f *Follower) hasten(ctx context.Context, businessID string, passes []loyalty.Pass, urgency loyalty.PushUrgency) error {
	for _, pass := range passes {
		err := f.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error { return tx.Passes().Hasten(pass, urgency) })
		if err != nil {
			return err
		}
	}
	return nil
}

// changed returns what passes say now that say something else, by customer.
func (f *Follower) changed(tx *store.Tx, passes []loyalty.Pass) (map[string]string, error) {
	says := map[string]string{}
	for _, pass := range passes {
		face, err := f.passes.faceOf(tx, pass)
		if err != nil {
			return nil, err
		}
		if digest := face.Digest(); digest != pass.Says {
			says[pass.CustomerID] = digest
		}
	}
	return says, nil
}

// renew writes down what passes say now. They are locked in the order of their customers,
// and all before the first version is taken: so no two wait for each other.
func (f *Follower) renew(tx *store.Tx, says map[string]string, urgency loyalty.PushUrgency) error {
	var locked []loyalty.Pass
	for _, customerID := range slices.Sorted(maps.Keys(says)) {
		pass, found, err := tx.Passes().Of(customerID)
		if err != nil {
			return err
		}
		if found { // neither was she erased meanwhile, nor has it ended
			locked = append(locked, pass)
		}
	}
	return f.passes.change(tx, locked, says, urgency)
}

// review looks at some passes of each business of which all are to be looked at: a shop
// with many keeps no other one waiting, nor what happens meanwhile.
func (f *Follower) review(ctx context.Context) (more bool, err error) {
	var businesses []string
	err = f.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.PassReviews().UnderWay()
		return err
	})
	for _, id := range businesses {
		if f.faults.rests(id, f.base.Now()) {
			continue
		}
		stepped, fault := f.reviewSome(ctx, id)
		if fault != nil {
			err = errors.Join(err, f.faults.met(id, f.base.Now(), fault))
			continue
		}
		f.faults.over(id)
		more = more || stepped
	}
	return more, err
}

// reviewStep is a part of a review: what its passes say now that say something else, and the
// customer of the last; empty: there are no more.
type reviewStep struct {
	store.PassReview
	says map[string]string
	last string
}

// reviewSome reports whether there was anything to look at now.
func (f *Follower) reviewSome(ctx context.Context, businessID string) (bool, error) {
	step, found, err := f.nextStep(ctx, businessID)
	if err != nil || !found {
		return false, err
	}
	return true, f.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error {
		review, found, err := tx.Passes().ReviewUnderWay()
		if err != nil || !found || review != step.PassReview {
			return err // another program was first, or it begins anew
		}
		if err := f.renew(tx, step.says, loyalty.PushOfAll); err != nil {
			return err
		}
		return tx.Passes().ReviewedUpTo(step.last)
	})
}

func (f *Follower) nextStep(ctx context.Context, businessID string) (step reviewStep, found bool, err error) {
	err = f.base.Store.ViewChore(ctx, businessID, func(tx *store.Tx) error {
		step = reviewStep{}
		if step.PassReview, found, err = tx.Passes().ReviewUnderWay(); err != nil || !found {
			return err
		}
		// What the cards have reached by changed rules is granted after the change: one push tells of both.
		if _, granting, err := tx.Grants().UnderWay(); err != nil || granting {
			found = false
			return err
		}
		customers, err := tx.Passes().KeptAfter(step.After, reviewedAtATime)
		if err != nil {
			return err
		}
		var passes []loyalty.Pass
		for _, id := range customers {
			pass, found, err := tx.Passes().Of(id)
			if err != nil {
				return err
			}
			if found { // all that somebody keeps of her may have ended
				passes = append(passes, pass)
			}
		}
		if len(customers) == reviewedAtATime {
			step.last = customers[len(customers)-1]
		}
		step.says, err = f.changed(tx, passes)
		return err
	})
	return step, found, err
}
