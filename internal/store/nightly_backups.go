package store

import (
	"encoding/json"
	"fmt"
	"time"
)

const nightlySetting = "backup.nightly"

// NightlyBackups are made in Folder since Since; zero: not yet.
type NightlyBackups struct {
	Folder string
	Since  time.Time
}

// NightlyBackups returns the setting.
func (p *PlatformTx) NightlyBackups() (nightly NightlyBackups, err error) {
	text, found, err := p.Settings().Get(nightlySetting)
	if err != nil || !found {
		return nightly, err
	}
	if err := json.Unmarshal([]byte(text), &nightly); err != nil {
		return nightly, fmt.Errorf("reading where nightly backups are made: %w", err)
	}
	return nightly, nil
}

// SetNightlyBackups stores the setting.
func (p *PlatformTx) SetNightlyBackups(nightly NightlyBackups) error {
	text, err := json.Marshal(nightly)
	if err != nil {
		return fmt.Errorf("writing where nightly backups are made: %w", err)
	}
	return p.Settings().Set(nightlySetting, string(text))
}
