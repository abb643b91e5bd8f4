// A court with several throws and bounces, rendered with known truth.
