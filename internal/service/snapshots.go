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
	// snapshotOverlap extends Since into the past. A counter knows an instant, not a position, and events become
	// visible late or carry another server's clock. Duplicates do no harm.
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

// Snapshot is the data with which a counter recognises customers offline. Nothing in it opens a card without a sign-in.
type Snapshot struct {
	Customers  []SnapshotCustomer
	RemovedIDs []string // customers that are no longer active
	Complete   bool     // the pages hold all customers; remove all others
	QRKey      string   // public key of the business's QRs
	HashKey    string   // key of the hashes of QR ids
	AsOf       time.Time
	Next       string // cursor of the next page; empty at the end
}

// SnapshotCustomer is a customer in a snapshot, with a short name and a masked phone, for every role.
type SnapshotCustomer struct {
	ListedCustomer
	SnapshotID string   // for calls of the staff: the customer's id, or another where the QR has that
	QR         string   // hash of the QR's id, as usecase.QRHasher
	EndedQRs   []string // hashes of the ended QRs, including those of merged records
}

// Read returns a page of the active customers by id or, since an instant, all changed and removed customers. If the
// changes are unknown, or too many, it begins a complete snapshot.
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

// snapshotRows is what the database has of a page of a snapshot.
type snapshotRows struct {
	customers []ListedCustomer
	endedQRs  map[string][]string // by customer
	removed   []string
	ids       map[string]string // as store.Snapshot.IDs, of customers and removed ones
	complete  bool
	asOf      time.Time // the next Since; the same on all pages
	next      string
}

func readSnapshot(tx *store.Tx, request SnapshotRequest, page store.Page, now time.Time) (snapshotRows, error) {
	read := snapshotRows{asOf: now}
	business, err := tx.Business().Get()
	if err != nil {
		return read, err
	}
	touched, told, err := changedCustomerIDs(tx, request, now)
	if err != nil {
		return read, err
	}
	if told {
		read.customers, read.removed, err = splitByActive(tx, business, touched)
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
	read.ids, err = tx.Snapshot().IDs(append(records, read.removed...))
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

// nameUnnamed gives snapshot ids to customers older than the column customers.qr_id, when a snapshot first includes
// them. Check-ins may wait for one batch.
func (s *Snapshots) nameUnnamed(ctx context.Context, businessID string, read snapshotRows) error {
	unnamed := slices.DeleteFunc(customerIDs(read.customers), func(id string) bool { return read.ids[id] != "" })
	for batch := range slices.Chunk(unnamed, usecase.BatchSize) {
		named, err := s.nameBatch(ctx, businessID, batch)
		if err != nil {
			return err
		}
		maps.Copy(read.ids, named)
	}
	return nil
}

func (s *Snapshots) nameBatch(ctx context.Context, businessID string, records []string) (named map[string]string, err error) {
	err = s.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error {
		for _, record := range records {
			id, err := s.base.IDs.Secret()
			if err != nil {
				return err
			}
			if err := tx.Snapshot().NameBy(record, id); err != nil {
				return err
			}
		}
		named, err = tx.Snapshot().IDs(records)
		return err
	})
	return named, err
}

// snapshot fills in a snapshot. A removed record that no snapshot has named is left out.
func (r snapshotRows) snapshot(filled Snapshot, hasher usecase.QRHasher) Snapshot {
	filled.Complete, filled.AsOf, filled.Next, filled.RemovedIDs = r.complete, r.asOf, r.next, []string{}
	for _, customer := range r.customers {
		ended := []string{}
		for _, qrID := range r.endedQRs[customer.ID] {
			ended = append(ended, hasher.Hash(qrID))
		}
		filled.Customers = append(filled.Customers, SnapshotCustomer{
			ListedCustomer: customer, SnapshotID: r.ids[customer.ID], QR: hasher.Hash(customer.QR()), EndedQRs: ended,
		})
	}
	for _, id := range r.removed {
		if named := r.ids[id]; named != "" {
			filled.RemovedIDs = append(filled.RemovedIDs, named)
		}
	}
	return filled
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

func customerIDs(customers []ListedCustomer) []string {
	ids := make([]string, len(customers))
	for i, customer := range customers {
		ids[i] = customer.ID
	}
	return ids
}

// nextTerms returns the terms of the card that a customer's next visit stamps.
func nextTerms(business loyalty.Business, customer loyalty.Customer) loyalty.Terms {
	if customer.SharesPoints() {
		return business.FamilyTerms()
	}
	return business.IndividualTerms(customer.Tag)
}
