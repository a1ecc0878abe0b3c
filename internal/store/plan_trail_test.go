package store_test

import (
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// listTrail lists the trail by each filter, and a second page.
func (c *caller) listTrail(tx *store.Tx) error {
	month := c.now.AddDate(0, -1, 0)
	for _, filter := range []store.TrailFilter{
		{}, {From: month, Before: c.now}, {ActorID: c.owner}, {WithoutActor: true}, {Customers: c.customers[:1]}, {Customers: c.customers},
		{Group: loyalty.GroupReads}, {Group: loyalty.GroupVisits}, {Group: loyalty.GroupAccess, ActorID: c.owner, From: month},
		{Customers: c.customers, Group: loyalty.GroupVisits, ActorID: c.owner},
	} {
		listed, err := tx.Trail().List(filter, store.Page{Limit: 2})
		if err == nil && listed.Next != "" {
			_, err = tx.Trail().List(filter, following(listed.Next))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
