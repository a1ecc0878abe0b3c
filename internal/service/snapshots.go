package service

import (
	"context"
	"maps"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Snapshots are what a counter keeps to know its customers by without a network.
type Snapshots struct {
	base    *usecase.Base
	qrCodes *usecase.QRCodes
}

const (
	// snapshotOverlap is how much further back than asked events are looked for: a counter
	// knows an instant and no position, and a transaction becomes visible after others that
	// began later, on a server whose clock is another. What is told twice does no harm.
	snapshotOverlap = time.Minute
	// maxSnapshotAge is how far back news are looked for at all.
	maxSnapshotAge = 7 * 24 * time.Hour
	// maxSnapshotEvents is how many events are followed up before all is told anew.
	maxSnapshotEvents = 5000
)

// SnapshotRequest asks for what a counter knows its customers by.
type SnapshotRequest struct {
	Since  time.Time // what changed from then on; zero: all
	Limit  int
	Cursor string // of the page before; Since says nothing then
}

// Snapshot is what a counter keeps to know its customers by without a network.
type Snapshot struct {
	Customers  []ListedCustomer    // with their short names and masked phones, whoever asks
	EndedQRs   map[string][]string // which QRs each of them has changed, by her id
	RemovedIDs []string            // who was told of and is a customer no more
	Complete   bool                // over all pages everybody is told: who is not in it is gone
	QRKey      string              // verifies what the QRs of the business are signed with
	AsOf       time.Time           // the Since of the next time; the same on all pages
	Next       string              // the cursor of the following page, empty at the end
}

// Read returns a page of the active customers by id, or, since an instant, all
// who may stand otherwise than then and those who have gone. Where that cannot be
// told, or would be no less, it begins anew with everybody and says so.
func (s *Snapshots) Read(ctx context.Context, actor usecase.Actor, request SnapshotRequest) (Snapshot, error) {
	var snapshot Snapshot
	page, err := store.NewSnapshotPage(request.Limit, request.Cursor)
	if err != nil {
		return snapshot, err
	}
	key, err := s.qrCodes.Key(ctx, actor.BusinessID)
	if err != nil {
		return snapshot, err
	}
	public, err := key.Public()
	if err != nil {
		return snapshot, err
	}
	now := s.base.Now()
	err = s.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		snapshot = Snapshot{RemovedIDs: []string{}, QRKey: public, AsOf: now}
		touched, told, err := changedCustomerIDs(tx, request, now)
		if err != nil {
			return err
		}
		if told {
			if snapshot.Customers, snapshot.RemovedIDs, err = splitByActive(tx, business, touched); err != nil {
				return err
			}
			snapshot.EndedQRs, err = endedQRs(tx, snapshot.Customers)
			return err
		}
		snapshot.Complete = true
		customers, asOf, err := tx.Snapshot().Page(page, now)
		if err != nil {
			return err
		}
		snapshot.AsOf, snapshot.Next = asOf, customers.Next
		if snapshot.Customers, err = forCounter(tx, business, customers.Items); err != nil {
			return err
		}
		snapshot.EndedQRs, err = endedQRs(tx, snapshot.Customers)
		return err
	})
	return snapshot, err
}

// changedCustomerIDs returns the ids of all customers who may stand otherwise, and
// false when everybody is to be told anew.
func changedCustomerIDs(tx *store.Tx, request SnapshotRequest, now time.Time) ([]string, bool, error) {
	since := request.Since
	if since.IsZero() || request.Cursor != "" || since.After(now) || now.Sub(since) > maxSnapshotAge {
		return nil, false, nil
	}
	events, all, err := tx.Events().Since(since.Add(-snapshotOverlap), maxSnapshotEvents)
	if err != nil || !all {
		return nil, false, err
	}
	audience, err := usecase.AudienceOf(tx, events)
	if err != nil || audience.Everyone {
		return nil, false, err
	}
	ids := slices.Sorted(maps.Keys(audience.Customers))
	return ids, len(ids) <= request.Limit, nil
}

// splitByActive tells customers apart: those who are active, and the ids of the others.
func splitByActive(tx *store.Tx, business loyalty.Business, ids []string) ([]ListedCustomer, []string, error) {
	active, err := tx.Snapshot().Active(ids)
	if err != nil {
		return nil, nil, err
	}
	stays := map[string]bool{}
	for _, customer := range active {
		stays[customer.ID] = true
	}
	gone := slices.DeleteFunc(ids, func(id string) bool { return stays[id] })
	customers, err := forCounter(tx, business, active)
	return customers, gone, err
}

// forCounter are customers as a counter keeps them.
func forCounter(tx *store.Tx, business loyalty.Business, customers []loyalty.Customer) ([]ListedCustomer, error) {
	listed, err := standingsOf(tx, business, customers)
	for i, customer := range listed {
		listed[i].Name, listed[i].Phone = loyalty.ShortName(customer.Name), loyalty.MaskPhone(customer.Phone)
	}
	return listed, err
}

// endedQRs are those of these customers that have ended, by customer.
func endedQRs(tx *store.Tx, customers []ListedCustomer) (map[string][]string, error) {
	ids := make([]string, len(customers))
	for i, customer := range customers {
		ids[i] = customer.ID
	}
	return tx.Customers().EndedQRs(ids)
}

// nextTerms are those of the card that a customer's next visit stamps.
func nextTerms(business loyalty.Business, customer loyalty.Customer) loyalty.Terms {
	if customer.SharesPoints() {
		return business.FamilyTerms()
	}
	return business.IndividualTerms(customer.Tag)
}
