package baseline

import (
	"sync"
	"testing"
)

func TestWriter_ConcurrentAdds_StoreEachRow(t *testing.T) {
	t.Parallel()
	writer, err := Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const callers, each = 100, 5
	var group sync.WaitGroup
	for range callers {
		group.Go(func() {
			for range each {
				if err := writer.Add(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	var rows int
	if err := writer.pool.QueryRow("SELECT count(*) FROM bare_rows").Scan(&rows); err != nil || rows != callers*each {
		t.Errorf("%d rows, %v; want %d", rows, err, callers*each)
	}
	if err := writer.Close(); err != nil {
		t.Error(err)
	}
}
