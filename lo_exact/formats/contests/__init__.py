"""What people have from contests: machines, files for judges, levels, dials."""
