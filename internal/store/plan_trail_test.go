package store_test

import (
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// listTrail lists with each filter and a second page. One entry is about a merged record.
func (c *caller) listTrail(tx *store.Tx) error {
	id := loyalty.FirstAt(c.now)
	if err := tx.Trail().Insert(loyalty.AuditEntry{ID: id, At: c.now, Action: loyalty.ActionErasureRequested, SubjectID: c.customers[0]}); err != nil {
		return err
	}
	if err := tx.Customers().ArchiveMerged(c.customers[0], c.customers[1], c.now); err != nil {
		return err
	}
	month := c.now.AddDate(0, -1, 0)
	for _, filter := range []store.TrailFilter{
		{}, {From: month, Before: c.now}, {ActorID: c.owner}, {WithoutActor: true}, {Customers: c.customers[:1]}, {Customers: c.customers},
		{Group: loyalty.GroupReads}, {Group: loyalty.GroupVisits}, {Group: loyalty.GroupAccess, ActorID: c.owner, From: month},
		{Customers: c.customers, Group: loyalty.GroupVisits, ActorID: c.owner},
	} {
		entries, err := tx.Trail().List(filter, store.Page{Limit: 2})
		if err == nil && entries.Next != "" {
			_, err = tx.Trail().List(filter, nextPage(entries.Next))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
