package service_test

import (
	"context"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

func TestMergeUndo_DeletedFamily_ConcernsBothRecords(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	kept, merged := shop.Customer("Ana"), shop.Customer("Ana Ruiz")
	shop.Family(loyalty.PolicyPool, kept)
	family := shop.Family(loyalty.PolicyPool, merged)
	shop.Visit(kept)
	merge, err := shop.Cases.Merges.Merge(context.Background(), shop.Admin, kept.ID, merged.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Families.Delete(context.Background(), shop.Admin, family.ID); err != nil {
		t.Fatal(err)
	}
	watch := newWatcher(t, shop)
	if err := shop.Cases.Merges.Undo(context.Background(), shop.Admin, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	watch.compare(t)
}
