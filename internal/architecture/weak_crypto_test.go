package architecture

import (
	"strings"
	"testing"
)

// weakPackages are broken algorithms and predictable random numbers. Each permitted use has its reason.
var weakPackages = map[string]map[string]string{
	"crypto/md5":   {},
	"crypto/des":   {},
	"crypto/rc4":   {},
	"crypto/dsa":   {},
	"crypto/sha1":  {"internal/wallet": "Apple demands it in a pass's manifest, beside a signature by SHA-256", "internal/wallet/wallettest": "verifies that manifest"},
	"math/rand":    {},
	"math/rand/v2": {"internal/database": "jitter of retries", "internal/service": "jitter of retries", "internal/service/messaging": "jitter of retries", "internal/service/passes": "jitter of retries", "internal/httpapi": "spreads reconnecting streams", "internal/demo": "the history of the demo", "internal/service/servicetest": "for tests", "internal/whatsapp/graphtest": "for tests"},
}

func TestCrypto_WeakPackages_AreUsedForAReasonOnly(t *testing.T) {
	used := map[string]bool{}
	for folder, files := range packages(t) {
		if !strings.HasPrefix(folder, "internal/") && !strings.HasPrefix(folder, "cmd/") {
			continue
		}
		for _, file := range files {
			for _, name := range file.imports {
				reasons, isWeak := weakPackages[name]
				if !isWeak {
					continue
				}
				used[name+" "+folder] = true
				if reasons[folder] == "" {
					t.Errorf("%s imports %s: use crypto/rand or a current algorithm, or give the reason here", file.name, name)
				}
			}
		}
	}
	for name, reasons := range weakPackages {
		for folder := range reasons {
			if !used[name+" "+folder] {
				t.Errorf("%s no longer imports %s: remove the reason", folder, name)
			}
		}
	}
}
