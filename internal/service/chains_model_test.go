package service_test

import "pgregory.net/rapid"

// seal: nothing may look changed by hand.
func (m *machine) seal(t *rapid.T) { m.shop.Town.MustMatchChains(t) }
