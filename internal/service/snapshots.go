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

// Snapshots lets counters recognize customers offline.
type Snapshots struct {
	base    *usecase.Base
	qrCodes *usecase.QRCodes
}

const (
	// snapshotOverlap extends Since into the past: events become visible late, or have another server's clock.
	// Duplicates are harmless.
	snapshotOverlap = time.Minute
	// maxSnapshotAge is the oldest Since for which only changes are sent.
	maxSnapshotAge = 7 * 24 * time.Hour
	// maxSnapshotEvents limits a change set; above it the snapshot is complete.
	maxSnapshotEvents = 5000
)

// SnapshotRequest asks for all customers, or for changes since a snapshot.
type SnapshotRequest struct {
	Since  time.Time // zero: all
	Limit  int
	Cursor string // of the next page; replaces Since
}

// Snapshot is what a counter knows of customers offline. It opens no card without a sign-in.
type Snapshot struct {
	Customers  []SnapshotCustomer
	RemovedIDs []string
	Complete   bool // pages hold all customers: remove others
	QRKey      string
	HashKey    string
	AsOf       time.Time
	Next       string
}

// SnapshotCustomer has a short name and a masked phone.
type SnapshotCustomer struct {
	ListedCustomer
	SnapshotID string   // the customer's id, or another one if the QR contains the customer's
	QR         string   // hash of the id in the QR
	EndedQRs   []string // hashes of the ids in ended QRs
}

// Read returns a page of active customers by id or, with Since, all changes. Unknown or too many changes begin a
// complete snapshot.
func (s *Snapshots) Read(ctx context.Context, actor usecase.Actor, request SnapshotRequest) (Snapshot, error) {
	page, err := store.NewSnapshotPage(request.Limit, request.Cursor)
	if err != nil {
		return Snapshot{}, err
	}
	key, err := s.qrCodes.Key(ctx, actor.BusinessID)
	if err != nil {
		return Snapshot{}, err
	}
	public, err := key.Public()
	if err != nil {
		return Snapshot{}, err
	}
	hasher, err := key.Hasher()
	if err != nil {
		return Snapshot{}, err
	}
	now := s.base.Now()
	var read snapshotRows
	err = s.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		read, err = readSnapshot(tx, request, page, now)
		return err
	})
	if err == nil {
		err = s.nameUnnamed(ctx, actor.BusinessID, read)
	}
	return read.snapshot(Snapshot{QRKey: public, HashKey: hasher.Key()}, hasher), err
}

type snapshotRows struct {
	customers  []ListedCustomer
	endedQRs   map[string][]string
	removedIDs []string
	ids        map[string]string
	complete   bool
	asOf       time.Time // the next Since, equal on all pages
	next       string
}

func readSnapshot(tx *store.Tx, request SnapshotRequest, page store.Page, now time.Time) (snapshotRows, error) {
	read := snapshotRows{asOf: now}
	business, err := tx.Business().Get()
	if err != nil {
		return read, err
	}
	changedIDs, known, err := changedCustomerIDs(tx, request, now)
	if err != nil {
		return read, err
	}
	if known {
		read.customers, read.removedIDs, err = splitByActive(tx, business, changedIDs)
	} else {
		err = read.page(tx, business, page, now)
	}
	if err != nil {
		return read, err
	}
	records := customerIDs(read.customers)
	if read.endedQRs, err = tx.Customers().EndedQRs(records); err != nil {
		return read, err
	}
	read.ids, err = tx.Snapshot().IDs(append(records, read.removedIDs...))
	return read, err
}

func (r *snapshotRows) page(tx *store.Tx, business loyalty.Business, page store.Page, now time.Time) error {
	customers, asOf, err := tx.Snapshot().Page(page, now)
	if err != nil {
		return err
	}
	r.complete, r.asOf, r.next = true, asOf, customers.Next
	r.customers, err = forCounter(tx, business, customers.Items)
	return err
}

// nameUnnamed gives a snapshot id to customers from before customers.qr_id.
func (s *Snapshots) nameUnnamed(ctx context.Context, businessID string, read snapshotRows) error {
	unnamedIDs := slices.DeleteFunc(customerIDs(read.customers), func(id string) bool { return read.ids[id] != "" })
	for batch := range slices.Chunk(unnamedIDs, usecase.BatchSize) {
		newIDs, err := s.nameBatch(ctx, businessID, batch)
		if err != nil {
			return err
		}
		maps.Copy(read.ids, newIDs)
	}
	return nil
}

func (s *Snapshots) nameBatch(ctx context.Context, businessID string, records []string) (newIDs map[string]string, err error) {
	err = s.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error {
		for _, record := range records {
			id, err := s.base.IDs.Secret()
			if err != nil {
				return err
			}
			if err := tx.Snapshot().SetIDIfAbsent(record, id); err != nil {
				return err
			}
		}
		newIDs, err = tx.Snapshot().IDs(records)
		return err
	})
	return newIDs, err
}

// snapshot completes a snapshot with the rows. It omits removals unknown to earlier snapshots.
func (r snapshotRows) snapshot(snapshot Snapshot, hasher usecase.QRHasher) Snapshot {
	snapshot.Complete, snapshot.AsOf, snapshot.Next, snapshot.RemovedIDs = r.complete, r.asOf, r.next, []string{}
	for _, customer := range r.customers {
		endedQRs := []string{}
		for _, qrID := range r.endedQRs[customer.ID] {
			endedQRs = append(endedQRs, hasher.Hash(qrID))
		}
		snapshot.Customers = append(snapshot.Customers, SnapshotCustomer{
			ListedCustomer: customer, SnapshotID: r.ids[customer.ID], QR: hasher.Hash(customer.QR()), EndedQRs: endedQRs,
		})
	}
	for _, id := range r.removedIDs {
		if snapshotID := r.ids[id]; snapshotID != "" {
			snapshot.RemovedIDs = append(snapshot.RemovedIDs, snapshotID)
		}
	}
	return snapshot
}

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

func splitByActive(tx *store.Tx, business loyalty.Business, ids []string) ([]ListedCustomer, []string, error) {
	active, err := tx.Snapshot().Active(ids)
	if err != nil {
		return nil, nil, err
	}
	stays := map[string]bool{}
	for _, customer := range active {
		stays[customer.ID] = true
	}
	removedIDs := slices.DeleteFunc(ids, func(id string) bool { return stays[id] })
	customers, err := forCounter(tx, business, active)
	return customers, removedIDs, err
}

func forCounter(tx *store.Tx, business loyalty.Business, customers []loyalty.Customer) ([]ListedCustomer, error) {
	children, err := withProgress(tx, business, customers)
	for i, customer := range children {
		children[i].Name, children[i].Phone = loyalty.ShortName(customer.Name), loyalty.MaskPhone(customer.Phone)
	}
	return children, err
}

func customerIDs(customers []ListedCustomer) []string {
	return idsOf(customers, func(c ListedCustomer) string { return c.ID })
}

func nextTerms(business loyalty.Business, customer loyalty.Customer) loyalty.Terms {
	if customer.SharesPoints() {
		return business.FamilyTerms()
	}
	return business.IndividualTerms(customer.Tag)
}
