package main

import (
	"testing"

	"axioma/internal/store/storetest"
)

func TestPartition_EachEngine_DividesOrRefuses(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 1)
	if database.URL == "" {
		mustFail(t, database, "", "SQLite has no partitions", "partition")
		return
	}
	mustFail(t, database, "", "--partitions takes 2 to 64", "partition", "--partitions", "65")
	if !storetest.Partitioned() {
		mustSay(t, database, "", "tables are divided into 2 partitions by business", "partition", "--partitions", "2")
	}
	mustSay(t, database, "", "partitioned already", "partition")
	if err := serveOnce(t, database); err != nil {
		t.Errorf("a server on partitioned tables ends with %v", err)
	}
}
