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
	keptRecord, mergedRecord := shop.Customer("Ana"), shop.Customer("Ana Ruiz")
	shop.Family(loyalty.PolicyPool, keptRecord)
	family := shop.Family(loyalty.PolicyPool, mergedRecord)
	shop.Visit(keptRecord)
	merge, err := shop.Cases.Merges.Merge(context.Background(), shop.Admin, keptRecord.ID, mergedRecord.ID)
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
