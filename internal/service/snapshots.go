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

// Snapshots is the data with which a counter recognises customers offline.
type Snapshots struct {
	base    *usecase.Base
	qrCodes *usecase.QRCodes
}

const (
	// snapshotOverlap extends Since into the past: a counter knows an instant, not a position, and events become
	// visible late and with another server's clock. Duplicates do no harm.
	snapshotOverlap = time.Minute
	// maxSnapshotAge is the oldest Since that gets changes only.
	maxSnapshotAge = 7 * 24 * time.Hour
	// maxSnapshotEvents limits the events of a change set; above it the snapshot is complete.
	maxSnapshotEvents = 5000
)

// SnapshotRequest asks for a snapshot or for the changes since an instant.
type SnapshotRequest struct {
	Since  time.Time // changes since then; zero: all
	Limit  int
	Cursor string // of the previous page; Since is ignored then
}

// Snapshot is the data with which a counter recognises customers offline.
type Snapshot struct {
	Customers  []ListedCustomer    // with short names and masked phones, for every role
	EndedQRs   map[string][]string // ended QRs by customer id
	RemovedIDs []string            // customers that are no longer active
	Complete   bool                // the pages hold all customers; remove all others
	QRKey      string              // public key of the business's QRs
	AsOf       time.Time           // the next Since; the same on all pages
	Next       string              // cursor of the next page; empty at the end
}

// Read returns a page of the active customers by id or, since an instant, all changed and removed customers. If the
// changes are unknown, or too many, it begins a complete snapshot.
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

// changedCustomerIDs returns the customers that may have changed, or false if a complete snapshot is needed.
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

// splitByActive separates active customers from the ids of the others.
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

// forCounter returns customers as a counter stores them.
func forCounter(tx *store.Tx, business loyalty.Business, customers []loyalty.Customer) ([]ListedCustomer, error) {
	listed, err := withProgress(tx, business, customers)
	for i, customer := range listed {
		listed[i].Name, listed[i].Phone = loyalty.ShortName(customer.Name), loyalty.MaskPhone(customer.Phone)
	}
	return listed, err
}

// endedQRs returns the ended QRs of customers, by customer.
func endedQRs(tx *store.Tx, customers []ListedCustomer) (map[string][]string, error) {
	ids := make([]string, len(customers))
	for i, customer := range customers {
		ids[i] = customer.ID
	}
	return tx.Customers().EndedQRs(ids)
}

// nextTerms returns the terms of the card that a customer's next visit stamps.
func nextTerms(business loyalty.Business, customer loyalty.Customer) loyalty.Terms {
	if customer.SharesPoints() {
		return business.FamilyTerms()
	}
	return business.IndividualTerms(customer.Tag)
}
